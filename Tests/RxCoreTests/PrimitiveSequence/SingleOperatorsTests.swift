import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("operators of Single")
struct SingleOperatorsTests {
  @Test("do calls its closures around the outcome, the subscription and the disposal")
  func doesAll() {
    for (single, outcome) in [
      (Single.just(1), ["onSuccess 1", "success 1", "disposed", "afterSuccess 1"]),
      (.error(TestError.one), ["onError one", "failure one", "disposed", "afterError one"]),
    ] {
      let log = Recording<String>()
      let done = single.do(
        onSuccess: { log.add("onSuccess \($0)") }, afterSuccess: { log.add("afterSuccess \($0)") },
        onError: { log.add("onError \($0)") }, afterError: { log.add("afterError \($0)") },
        onSubscribe: { log.add("onSubscribe") }, onSubscribed: { log.add("onSubscribed") },
        onDispose: { log.add("onDispose") })
      _ = done.subscribe(
        onSuccess: { log.add("success \($0)") }, onFailure: { log.add("failure \($0)") },
        onDisposed: { log.add("disposed") })
      #expect(log.elements == ["onSubscribe"] + outcome + ["onSubscribed", "onDispose"])
    }
  }

  @Test("an error thrown by onSuccess is the outcome")
  func doThrows() {
    #expect(Single.just(1).do(onSuccess: { _ in throw TestError.one }).record().terminals == ["one"])
  }

  @Test("an error thrown after the element is reported, and not emitted, because the element is the outcome")
  func doThrowsAfterElement() async {
    await #expect(processExitsWith: .success) {
      let reported = Recording<String>()
      Hooks.defaultErrorHandler = { _, error in reported.add("\(error)") }
      let single = Single.just(1).do(afterSuccess: { _ in throw TestError.one })
      let maybe = Maybe.just(1).do(afterNext: { _ in throw TestError.one }, onCompleted: { throw TestError.two })
      let recordings = [
        single.record(), single.catchAndReturn(2).record(), single.retry(2).record(), maybe.catchAndReturn(2).record(),
      ]
      for recording in recordings {
        precondition(recording.elements == [1])
        precondition(recording.terminals == ["completed"])
      }
      precondition(reported.elements == ["one", "one", "one", "one", "two"])
    }
  }

  @Test("filter and compactMap return a maybe")
  func filters() {
    let (kept, dropped) = (Single.just(1).filter { $0 == 1 }, Single.just(1).filter { $0 == 2 })
    #expect(kept.record().elements == [1])
    #expect(dropped.record().terminals == ["completed"])
    #expect(dropped.record().elements == [])
    #expect(Single.just("1").compactMap { Int($0) }.asMaybe().record().elements == [1])
    #expect(Single.just("a").compactMap { Int($0) }.record().elements == [])
  }

  @Test("flatMapMaybe and flatMapCompletable continue with another trait")
  func flatMaps() {
    let maybe: Maybe<String> = Single.just(1).flatMapMaybe { .just("\($0)") }
    #expect(maybe.record().elements == ["1"])
    #expect(Single.just(1).flatMapMaybe { _ in Maybe<Int>.empty() }.record().terminals == ["completed"])
    let completable: Completable = Single.just(1).flatMapCompletable { _ in .empty() }
    #expect(completable.record().terminals == ["completed"])
    #expect(Single.just(1).flatMapCompletable { _ in throw TestError.one }.record().terminals == ["one"])
  }

  @Test("catch, catchAndReturn and the forms of retry handle an error")
  func repairs() {
    let failing = Single<Int>.error(TestError.one)
    #expect(failing.catch { _ in .just(2) }.record().elements == [2])
    #expect(failing.catch { _ in throw TestError.two }.record().terminals == ["two"])
    #expect(failing.catchAndReturn(3).record().elements == [3])
    let attempts = Recording<Int>()
    let thirdTime = Single<Int>.deferred { attempts.add(0) % 3 == 0 ? .just(3) : .error(TestError.one) }
    #expect(thirdTime.retry().record().elements == [3])
    #expect(thirdTime.retry(2).record().terminals == ["one"])
    #expect(thirdTime.retry(when: { (errors: Observable<TestError>) in errors.map { _ in } }).record().elements == [3])
    #expect(
      failing.retry(when: { (errors: Observable<any Error>) in errors.flatMap { Observable<Int>.error($0) } })
        .record().terminals == ["one"])
  }

  @Test("a Single whose attempts end without an element or an error fails, other traits complete")
  func retriesWithoutOutcome() {
    let once = { @Sendable (errors: Observable<any Error>) in errors.take(1) }
    let failing = Single<Int>.error(TestError.one)
    #expect(failing.retry(0).record().terminals == ["\(RxError.noElements)"])
    #expect(failing.retry(when: once).record().terminals == ["\(RxError.noElements)"])
    #expect(Maybe<Int>.error(TestError.one).retry(when: once).record().terminals == ["completed"])
    #expect(Completable.error(TestError.one).retry(when: once).record().terminals == ["completed"])
  }

  @Test("delay and subscribe(on:) run in virtual time")
  func times() throws {
    let span = RxTimeInterval.seconds(2)
    try play { try $0.hot("-1-|").asSingle().delay(span, scheduler: $0.scheduler).asObservable() }
      .expect("-----1|", "^--!")
    try play { try $0.hot("-#").asSingle().delay(span, scheduler: $0.scheduler).asObservable() }.expect("-#", "^!")
    try play { try $0.hot("--1|").asSingle().subscribe(on: $0.scheduler).asObservable() }.expect("---(1|)", "-^-!")
    #expect(Single.just(1).debug("x").record().elements == [1])
  }
}
