import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Infallible")
struct InfallibleTests {
  private func log<Element>(_ infallible: Infallible<Element>) -> Recording<String> {
    let log = Recording<String>()
    _ = infallible.subscribe(
      onNext: { log.add("next \($0)") }, onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") })
    return log
  }

  @Test("the closures are called with the elements, at the completion, and at the disposal")
  func subscribes() {
    #expect(log(Infallible.of(1, 2)).elements == ["next 1", "next 2", "completed", "disposed"])
    let log = Recording<String>()
    let subscription = Infallible<Int>.never().subscribe(onDisposed: { log.add("disposed") })
    _ = Infallible.just(1).subscribe { log.add("\($0.event)") }
    subscription.dispose()
    #expect(log.elements == ["next(1)", "completed", "disposed"])
  }

  @Test("subscribe(with:) passes the object to the closures")
  func withObject() {
    let object = Recording<String>()
    _ = Infallible.just(1).subscribe(
      with: object, onNext: { $0.add("next \($1)") }, onCompleted: { $0.add("completed") },
      onDisposed: { $0.add("disposed") })
    #expect(object.elements == ["next 1", "completed", "disposed"])
  }

  @Test("create forwards events until the completion, and frees the returned disposable")
  func creates() {
    let log = Recording<String>()
    let infallible = Infallible<Int>.create { observer in
      observer(.next(1))
      observer(.next(2))
      observer(.completed)
      observer(.next(3))
      return Disposables.create(with: { log.add("freed") })
    }
    _ = infallible.subscribe { log.add("\($0.event)") }
    #expect(log.elements == ["next(1)", "next(2)", "completed", "freed"])
  }

  @Test("the creating operators emit the same as those of observables")
  func sources() {
    #expect(log(Infallible.just(1)).elements == ["next 1", "completed", "disposed"])
    #expect(log(Infallible<Int>.empty()).elements == ["completed", "disposed"])
    #expect(log(Infallible<Int>.never()).elements == [])
    #expect(Infallible.from([1, 2]).record().elements == [1, 2])
    #expect(Infallible.from(stride(from: 1, to: 4, by: 1)).record().elements == [1, 2, 3])
    #expect(Infallible.range(start: 4, count: 2).record().elements == [4, 5])
    #expect(Infallible<Int>.deferred { .just(1) }.record().elements == [1])
  }

  @Test("timer and interval run on the scheduler")
  func timers() throws {
    let span = RxTimeInterval.seconds(2)
    try play { Infallible<Int>.timer(span, scheduler: $0.scheduler).asObservable() }.expect("--(0|)")
    try play("^-----!") { Infallible<Int>.interval(span, scheduler: $0.scheduler).asObservable() }
      .expect("--0-1")
    try play { Infallible.just(1, scheduler: $0.scheduler).asObservable() }.expect("-1|")
  }

  @Test("values does not throw, and ends with the sequence", .timeLimit(.minutes(10)))
  func values() async {
    var elements: [Int] = []
    for await element in Infallible.of(1, 2, 3).values { elements.append(element) }
    #expect(elements == [1, 2, 3])
  }

  @Test("cancelling the task of the loop disposes the source and ends the loop", .timeLimit(.minutes(10)))
  func cancelsValues() async {
    let probe = SourceProbe<Int>()
    let (receipts, received) = AsyncStream<Void>.makeStream()
    let task = Task {
      let values = probe.observable.asInfallible(onErrorJustReturn: 0).values
      probe.send(1)
      for await _ in values { received.yield() }
    }
    for await _ in receipts { break }
    task.cancel()
    await task.value
    #expect(probe.disposals == 1)
  }

  @Test("bind forwards all events to the observers, including those of optional elements")
  func binds() {
    let (one, other, optional) = (Recording<Int>(), Recording<Int>(), Recording<Int?>())
    _ = Infallible.of(1, 2).bind(to: one, other)
    _ = Infallible.of(1, 2).bind(to: optional)
    #expect(one.elements == [1, 2])
    #expect(other.elements == [1, 2])
    #expect(one.terminals == ["completed"])
    #expect(other.terminals == ["completed"])
    #expect(optional.elements == [1, 2])
    let log = Recording<Int>()
    _ = Infallible.just(3).bind(onNext: { log.add($0) })
    _ = Infallible.just(4).bind(with: log, onNext: { $0.add($1) })
    #expect(log.elements == [3, 4])
    #expect(Infallible.just(1).bind(to: { $0.record().elements }) == [1])
    #expect(
      Infallible.just(1).bind(to: { source in { source.record().elements + [$0] } }, curriedArgument: 5) == [1, 5])
  }
}

@Suite("asInfallible")
struct AsInfallibleTests {
  @Test("each form replaces an error, and does not change a sequence without one")
  func replaces() {
    let failing = Observable.concat(.just(1), .error(TestError.one))
    for (infallible, elements) in [
      (failing.asInfallible(onErrorJustReturn: 7), [1, 7]),
      (failing.asInfallible(onErrorFallbackTo: .of(8, 9)), [1, 8, 9]),
      (failing.asInfallible(onErrorRecover: { .just($0 is TestError ? 5 : 6) }), [1, 5]),
      (Observable.of(1, 2).asInfallible(onErrorJustReturn: 7), [1, 2]),
      (Observable.of(1, 2).asInfallible(onErrorFallbackTo: .just(8)), [1, 2]),
      (Observable.of(1, 2).asInfallible(onErrorRecover: { _ in .just(8) }), [1, 2]),
      (Single<Int>.error(TestError.one).asInfallible(onErrorJustReturn: 7), [7]),
    ] {
      let recording = infallible.record()
      #expect(recording.elements == elements)
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("a relay, which never fails, becomes an infallible without a replacement for an error")
  func relays() {
    let (publish, behavior, replay) = (
      PublishRelay<Int>(), BehaviorRelay(value: 0), ReplayRelay<Int>.create(bufferSize: 1)
    )
    replay.accept(0)
    let infallibles: [Infallible<Int>] = [publish.asInfallible(), behavior.asInfallible(), replay.asInfallible()]
    let recordings = infallibles.map { $0.record() }
    publish.accept(1)
    behavior.accept(1)
    replay.accept(1)
    #expect(recordings.map(\.elements) == [[1], [0, 1], [0, 1]])
    #expect(recordings.allSatisfy { $0.terminals.isEmpty })
  }

  @MainActor
  @Test("the events of a control become an infallible; an error is reported and completes it")
  func controlEvent() async {
    let taps = PublishSubject<Int>()
    let recording = ControlEvent(events: taps).asInfallible().record()
    taps.onNext(1)
    taps.onCompleted()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    await #expect(processExitsWith: .success) { @MainActor in
      let reports = Recording<String>()
      Hooks.recordCallStackOnError = true
      Hooks.defaultErrorHandler = { places, error in reports.add("\(places.first ?? "") \(error)") }
      let failing = ControlEvent(events: Observable<Int>.error(TestError.one)).asInfallible().record()
      precondition(failing.terminals == ["completed"])
      precondition(reports.elements.count == 1)
      precondition(
        reports.elements.allSatisfy { $0.hasPrefix("RxCoreTests/InfallibleTests.swift:") && $0.hasSuffix(" one") })
    }
  }

  @Test("the source is disposed when its error is replaced")
  func disposes() throws {
    try play { marbles in
      let fallback = try marbles.cold("-2-|").asInfallible(onErrorJustReturn: 0)
      return try marbles.hot("-1#").asInfallible(onErrorFallbackTo: fallback).asObservable()
    }
    .expect("-1-2-|", "--^--!", "^-!")
  }
}
