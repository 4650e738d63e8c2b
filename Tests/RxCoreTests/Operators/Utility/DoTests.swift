import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("do")
struct DoTests {
  private func logged(_ source: Observable<Int>, in log: Recording<String>) -> Observable<Int> {
    source.do(
      onNext: { log.add("onNext \($0)") }, afterNext: { log.add("afterNext \($0)") },
      onError: { log.add("onError \($0)") }, afterError: { log.add("afterError \($0)") },
      onCompleted: { log.add("onCompleted") }, afterCompleted: { log.add("afterCompleted") },
      onSubscribe: { log.add("onSubscribe") }, onSubscribed: { log.add("onSubscribed") },
      onDispose: { log.add("onDispose") })
  }

  @Test("the closures are called in order around subscription, elements, completion and disposal")
  func completes() {
    let source = SourceProbe<Int>()
    let log = Recording<String>()
    _ = logged(source.observable, in: log).subscribe { log.add("\($0)") }
    source.send(1)
    source.complete()
    #expect(
      log.elements == [
        "onSubscribe", "onSubscribed", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed",
        "afterCompleted", "onDispose",
      ])
    #expect(source.disposals == 1)
  }

  @Test("closures are called before and after an error is forwarded")
  func fails() {
    let source = SourceProbe<Int>()
    let log = Recording<String>()
    _ = logged(source.observable, in: log).subscribe { log.add("\($0)") }
    source.fail(TestError.one)
    #expect(
      log.elements == ["onSubscribe", "onSubscribed", "onError one", "error(one)", "afterError one", "onDispose"])
  }

  @Test("disposal calls only onDispose, once, after the source is disposed")
  func disposes() {
    let log = Recording<String>()
    let source = Observable<Int>.create { _ in Disposables.create(with: { log.add("source") }) }
    let subscription = logged(source, in: log).subscribe()
    subscription.dispose()
    subscription.dispose()
    #expect(log.elements == ["onSubscribe", "onSubscribed", "source", "onDispose"])
  }

  @Test("in a chain, the operator nearer to the source is disposed first, both at the end and on disposal")
  func disposesFromSource() {
    for isDisposed in [false, true] {
      let log = Recording<String>()
      let source = PublishSubject<Int>()
      let subscription = source.do(onDispose: { log.add("upper") }).do(onDispose: { log.add("lower") }).subscribe()
      if isDisposed { subscription.dispose() } else { source.onCompleted() }
      #expect(log.elements == ["upper", "lower"])
    }
  }

  @Test("onDispose is called after the source is disposed, however long the chain is", arguments: 0...130)
  func disposesLast(stages: Int) {
    let log = Recording<String>()
    let source = Observable<Int>.create { _ in Disposables.create { log.add("source") } }
    var chain = source.do(onDispose: { log.add("first") }).do(onDispose: { log.add("second") })
    for _ in 0..<stages { chain = chain.map { $0 } }
    chain.subscribe().dispose()
    #expect(log.elements == ["source", "first", "second"])
  }

  @Test("elements emitted inside subscribe are delivered before onSubscribed is called")
  func emitsImmediately() {
    let log = Recording<String>()
    _ = logged(.just(1), in: log).subscribe()
    #expect(
      log.elements == [
        "onSubscribe", "onNext 1", "afterNext 1", "onCompleted", "afterCompleted", "onSubscribed", "onDispose",
      ])
  }

  @Test("an error thrown by onNext replaces the element, and one thrown by afterNext follows it")
  func throwsAroundElement() {
    let before = SourceProbe<Int>()
    let thrownBefore = before.observable.do(onNext: { _ in throw TestError.one }).record()
    before.send(1, 2)
    #expect(thrownBefore.elements == [])
    #expect(thrownBefore.terminals == ["one"])
    let after = SourceProbe<Int>()
    let thrownAfter = after.observable.do(afterNext: { _ in throw TestError.one }).record()
    after.send(1, 2)
    #expect(thrownAfter.elements == [1])
    #expect(thrownAfter.terminals == ["one"])
    #expect([before.disposals, after.disposals] == [1, 1])
  }

  @Test("an error thrown by onError or onCompleted replaces the terminal event")
  func throwsAtEnd() {
    #expect(
      Observable<Int>.error(TestError.one).do(onError: { _ in throw TestError.two }).record().terminals == ["two"])
    #expect(Observable<Int>.empty().do(onCompleted: { throw TestError.two }).record().terminals == ["two"])
  }

  @Test("an error thrown after a terminal event is reported, and not emitted")
  func throwsAfterEnd() async {
    await #expect(processExitsWith: .success) {
      let reported = Recording<String>()
      Hooks.defaultErrorHandler = { _, error in reported.add("\(error)") }
      let completed = Observable<Int>.empty().do(afterCompleted: { throw TestError.one }).record()
      let failed = Observable<Int>.error(TestError.one).do(afterError: { _ in throw TestError.two }).record()
      precondition(completed.terminals == ["completed"])
      precondition(failed.terminals == ["one"])
      precondition(reported.elements == ["one", "two"])
    }
  }

  @Test("an error thrown by a closure after the end of the subscription is reported")
  func throwsAfterDisposal() async {
    await #expect(processExitsWith: .success) {
      let reported = Recording<String>()
      Hooks.defaultErrorHandler = { _, error in reported.add("\(error)") }
      let taken = Observable.of(1, 2).do(afterNext: { _ in throw TestError.one }).take(1).record()
      precondition(taken.elements == [1] && taken.terminals == ["completed"])
      precondition(reported.elements == ["one"])
      for end in [Event<Int>.next(1), .error(TestError.one), .completed] {
        let source = PublishSubject<Int>()
        let subscription = SingleAssignmentDisposable()
        let events = Recording<String>()
        let fail: @Sendable () throws -> Void = {
          subscription.dispose()
          throw TestError.two
        }
        subscription.setDisposable(
          source.do(onNext: { _ in try fail() }, onError: { _ in try fail() }, onCompleted: fail)
            .subscribe { events.add("\($0)") })
        source.on(end)
        precondition(events.elements == [])
      }
      precondition(reported.elements == ["one", "two", "two", "two"])
    }
  }

  @Test("disposal inside a closure drops the event for which the closure was called", arguments: 0..<3)
  func disposesInside(place: Int) {
    let source = SourceProbe<Int>()
    let subscription = SingleAssignmentDisposable()
    let log = Recording<String>()
    let logged = source.observable.do(
      onNext: { _ in if place == 0 { subscription.dispose() } },
      onError: { _ in if place == 1 { subscription.dispose() } },
      onCompleted: { if place == 2 { subscription.dispose() } })
    subscription.setDisposable(logged.subscribe { log.add("\($0)") })
    switch place {
    case 0: source.send(1)
    case 1: source.fail(TestError.one)
    default: source.complete()
    }
    #expect(log.elements == [])
    #expect(source.disposals == 1)
  }

  @Test("no closure is called for events after disposal")
  func ignoresLaterEvents() {
    let source = SourceProbe<Int>()
    let log = Recording<String>()
    let recording = logged(source.observable, in: log).record(disposeAfter: 1)
    source.send(1, 2)
    source.complete()
    #expect(recording.elements == [1])
    #expect(log.elements == ["onSubscribe", "onSubscribed", "onNext 1", "onDispose", "afterNext 1"])
  }

  @Test("an observer of the terminal event that makes the source emit receives nothing more", arguments: [false, true])
  func endsOnce(fails: Bool) {
    let source = RawSource()
    let log = Recording<String>()
    let end = fails ? Event<Int>.error(TestError.one) : .completed
    let observer = AnyObserver<Int> { event in
      log.add("\(event)")
      for again in [.next(1), end] where log.elements.count < 5 { source.send(again) }
    }
    let subscription = source.do(onNext: { log.add("before \($0)") }).subscribe(observer)
    source.send(end)
    #expect(log.elements == ["\(end)"])
    subscription.dispose()
    source.forget()
  }
}

@Suite("do in virtual time")
struct DoTimeTests {
  @Test("calls each closure when its event arrives")
  func calls() throws {
    let log = Recording<String>()
    try play { marbles in
      @Sendable func note(_ name: String) { log.add("\(name) \(marbles.scheduler.clock - 200)") }
      return try marbles.hot("--1--|").do(
        onNext: { _ in note("next") }, afterNext: { _ in note("after next") }, onCompleted: { note("completed") },
        afterCompleted: { note("after completed") }, onSubscribe: { note("subscribe") },
        onSubscribed: { note("subscribed") }, onDispose: { note("dispose") })
    }.expect("--1--|", "^----!")
    #expect(
      log.elements == [
        "subscribe 0", "subscribed 0", "next 2", "after next 2", "completed 5", "after completed 5", "dispose 5",
      ])
  }

  @Test("calls its closures before and after an event is forwarded")
  func callsAround() throws {
    let log = Recording<String>()
    try play {
      try $0.hot("-1-|").do(
        onNext: { log.add("before \($0)") }, afterNext: { log.add("after \($0)") },
        onCompleted: { log.add("before the end") }, afterCompleted: { log.add("after the end") }
      ).do(onNext: { log.add("\($0)") }, onCompleted: { log.add("the end") })
    }.expect("-1-|", "^--!")
    try play {
      try $0.hot("-#").do(onError: { _ in log.add("before #") }, afterError: { _ in log.add("after #") })
        .do(onError: { _ in log.add("#") })
    }.expect("-#", "^!")
    #expect(
      log.elements == [
        "before 1", "1", "after 1", "before the end", "the end", "after the end", "before #", "#", "after #",
      ])
  }

  @Test("calls its closures for an error and at disposal")
  func callsAtEnd() throws {
    let log = Recording<String>()
    try play { marbles in
      @Sendable func note(_ name: String) { log.add("\(name) \(marbles.scheduler.clock - 200)") }
      return try marbles.hot("--#").do(
        onError: { note("\($0)") }, afterError: { note("after \($0)") }, onDispose: { note("dispose") })
    }.expect("--#", "^-!")
    try play("^--!") { marbles in
      try marbles.hot("--1-2|").do(onDispose: { log.add("disposed \(marbles.scheduler.clock - 200)") })
    }.expect("--1", "^--!")
    #expect(log.elements == ["MarbleError 2", "after MarbleError 2", "dispose 2", "disposed 3"])
  }

  @Test("fails when a closure throws, before or after the event, and frees the source")
  func fails() throws {
    try play { try $0.hot("-1-2-3|").do(onNext: { if $0 == 2 { throw TestError.one } }) }
      .expect("-1-#", "^--!", error: TestError.one)
    try play { try $0.hot("-1-2-3|").do(afterNext: { if $0 == 2 { throw TestError.one } }) }
      .expect("-1-(2#)", "^--!", error: TestError.one)
    try play { try $0.hot("-1-#").do(onError: { _ in throw TestError.one }) }.expect(
      "-1-#", "^--!", error: TestError.one)
    try play { try $0.hot("-1-|").do(onCompleted: { throw TestError.one }) }.expect(
      "-1-#", "^--!", error: TestError.one)
  }
}
