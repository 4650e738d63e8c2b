import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("catch")
struct CatchTests {
  @Test("continues with the handler's sequence, and frees the source")
  func catches() {
    let source = SourceProbe<Int>()
    let other = SourceProbe<Int>()
    let errors = Recording<String>()
    let recording = source.observable.catch { error in
      errors.add("\(error)")
      return other.observable
    }.record()
    source.send(1)
    #expect(other.subscriptions == 0)
    source.fail(TestError.one)
    other.send(2)
    source.send(3)
    other.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(errors.elements == ["one"])
    #expect([source.disposals, other.disposals] == [1, 1])
  }

  @Test("also catches an error that is emitted inside subscribe")
  func catchesInsideSubscribe() {
    let recording = Observable<Int>.error(TestError.one).catch { _ in .just(2) }.record()
    #expect(recording.elements == [2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("subscribes to the handler's sequence before it disposes the source", arguments: [true, false])
  func disposesAfterSwitch(failsInside: Bool) {
    let log = Recording<String>()
    let trigger = PublishSubject<Void>()
    let source = Observable<Int>.create { observer in
      if failsInside { observer.onError(TestError.one) }
      let subscription = trigger.subscribe(onNext: { observer.onError(TestError.one) })
      return Disposables.create(subscription, Disposables.create { log.add("source disposed") })
    }
    let other = Observable<Int>.create { observer in
      log.add("other subscribed")
      observer.onNext(1)
      return Disposables.create { log.add("other disposed") }
    }
    let subscription = source.catch { _ in other }.subscribe(onNext: { log.add("\($0)") })
    trigger.onNext(())
    #expect(log.elements == ["other subscribed", "1", "source disposed"])
    subscription.dispose()
    #expect(log.elements.dropFirst(3) == ["other disposed"])
  }

  @Test("disposal while the handler's sequence is being subscribed to disposes both before it returns")
  func disposesBoth() {
    let log = Recording<String>()
    let source = SourceProbe<Int>()
    let subscription = SingleAssignmentDisposable()
    let other = Observable<Int>.create { observer in
      observer.onNext(1)
      log.add("\(source.disposals)")
      return Disposables.create()
    }
    let caught = source.observable.catch { _ in other }
    subscription.setDisposable(caught.subscribe(onNext: { _ in subscription.dispose() }))
    source.fail(TestError.one)
    #expect(log.elements == ["1"])
  }

  @Test("the handler is not called without an error")
  func doesNotCallHandler() {
    let recording = Observable.of(1, 2).catch { _ in .just(9) }.record()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("the error from the second sequence is not caught again")
  func failsTwice() {
    let recording = Observable<Int>.error(TestError.one).catch { _ in .error(TestError.two) }.record()
    #expect(recording.terminals == ["two"])
  }
}

@Suite("catch in virtual time")
struct CatchTimeTests {
  @Test("continues with the handler's sequence when the source fails")
  func continues() throws {
    try play { marbles in
      let second = try marbles.cold("-2|")
      return try marbles.hot("-1-#").catch { _ in second }
    }.expect("-1--2|", "---^-!", "^--!")
  }

  @Test("fails when the handler throws or the second sequence fails")
  func fails() throws {
    try play { try $0.hot("-1-#").catch { _ in throw TestError.one } }.expect("-1-#", "^--!", error: TestError.one)
    try play { marbles in
      let second = try marbles.cold("-2#", error: TestError.two)
      return try marbles.hot("-1-#").catch { _ in second }
    }.expect("-1--2#", "---^-!", "^--!", error: TestError.two)
  }

  @Test("completes with the source without calling the handler")
  func ends() throws {
    try play { try $0.hot("-1-|").catch { _ in throw TestError.one } }.expect("-1-|", "^--!")
  }

  @Test("disposal frees the current sequence")
  func disposes() throws {
    func make(_ marbles: MarbleSources) throws -> Observable<Int> {
      let second = try marbles.cold("-2-|")
      return try marbles.hot("-1-#").catch { _ in second }
    }
    try play("^-!", make).expect("-1", [], "^-!")
    try play("^----!", make).expect("-1--2", "---^-!", "^--!")
  }
}
