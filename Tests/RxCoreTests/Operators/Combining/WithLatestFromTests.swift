import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("withLatestFrom", .dedicatedThreads)
struct WithLatestFromTests {
  @Test("emits with each element of the source, once the second has emitted")
  func combines() {
    let first = SourceProbe<Int>()
    let second = SourceProbe<String>()
    let recording = first.observable.withLatestFrom(second.observable) { "\($0)\($1)" }.record()
    first.send(1)
    second.send("a", "b")
    first.send(2, 3)
    second.send("c")
    first.send(4)
    #expect(recording.elements == ["2b", "3b", "4c"])
  }

  @Test("without a selector emits the latest element of the second")
  func sendsLatest() {
    let first = SourceProbe<Int>()
    let recording = first.observable.withLatestFrom(Observable.just("a")).record()
    first.send(1, 2)
    #expect(recording.elements == ["a", "a"])
  }

  @Test(
    "the second is subscribed first, so that its current element is there for what the source emits inside its subscription"
  )
  func subscribesSecondFirst() {
    #expect(Observable.just(1).withLatestFrom(BehaviorSubject(value: "a")).record().elements == ["a"])
  }

  @Test("completes with the source; the end of the second changes nothing")
  func completes() {
    let first = SourceProbe<Int>()
    let second = SourceProbe<Int>()
    let recording = first.observable.withLatestFrom(second.observable) { $0 + $1 }.record()
    second.send(10)
    second.complete()
    first.send(1)
    #expect(recording.terminals == [])
    first.complete()
    #expect(recording.elements == [11])
    #expect(recording.terminals == ["completed"])
    #expect([first.disposals, second.disposals] == [1, 1])
  }

  @Test("an error of either source, or thrown by the selector, ends it and frees both", arguments: 0..<3)
  func fails(place: Int) {
    let first = SourceProbe<Int>()
    let second = SourceProbe<Int>()
    let recording = first.observable.withLatestFrom(second.observable) { (left: Int, right: Int) -> Int in
      if left == 2 { throw TestError.one }
      return left + right
    }.record()
    second.send(1)
    switch place {
    case 0: first.fail(TestError.one)
    case 1: second.fail(TestError.one)
    default: first.send(2)
    }
    first.send(1)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
    #expect([first.disposals, second.disposals] == [1, 1])
  }

  @Test("emits nothing after disposal from inside an element")
  func disposes() {
    let first = SourceProbe<Int>()
    let second = SourceProbe<Int>()
    let recording = first.observable.withLatestFrom(second.observable) { $0 + $1 }.record(disposeAfter: 1)
    second.send(1)
    first.send(1, 2)
    first.complete()
    #expect(recording.elements == [2])
    #expect(recording.terminals == [])
    #expect([first.disposals, second.disposals] == [1, 1])
  }

  @Test("disposal from inside the selector drops its result")
  func disposesInSelector() {
    let first = SourceProbe<Int>()
    let subscription = SingleAssignmentDisposable()
    let log = Log<String>()
    let combined = first.observable.withLatestFrom(Observable.just(1)) { (left: Int, right: Int) -> Int in
      subscription.dispose()
      return left + right
    }
    subscription.setDisposable(combined.subscribe { log.add("\($0)") })
    first.send(1)
    #expect(log.entries == [])
    #expect(first.disposals == 1)
  }

  @Test("what the second emits from inside an element is used for the next one")
  func survivesReentrancy() {
    let first = PublishSubject<Int>()
    let second = BehaviorSubject(value: 10)
    let recording = first.withLatestFrom(second) { $0 + $1 }.do(onNext: { second.onNext($0 * 10) }).record()
    first.onNext(1)
    first.onNext(2)
    #expect(recording.elements == [11, 112])
  }

  @Test("an event that comes while an element is delivered waits")
  func isSerial() {
    let first = PublishSubject<Int>()
    let second = BehaviorSubject(value: 10)
    let combined = first.withLatestFrom(second) { $0 + $1 }
    #expect(
      eventsWhenOverlapping(combined, first: { first.onNext(1) }, second: { second.onError(TestError.one) })
        == ["next(11)", "error(one)"])
  }

  @Test("events that two threads emit at once are delivered one at a time, and nothing is lost")
  func survivesHammering() {
    let first = PublishSubject<Int>()
    let second = BehaviorSubject(value: 0)
    let result = hammer(first.withLatestFrom(second) { $0 + $1 }, { first.onNext($0) }, { second.onNext($0) })
    #expect(result.count == 2_000)
    #expect(!result.overlapped)
  }

  @Test("frees its observer, and the latest element, when it completes, fails and is disposed")
  func frees() {
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    let failing = PublishSubject<Int>()
    #expect(freesObserver(of: first.withLatestFrom(second)) { $0.dispose() })
    #expect(freesObserver(of: first.withLatestFrom(failing)) { _ in failing.onError(TestError.one) })
    #expect(freesObserver(of: first.withLatestFrom(second)) { _ in first.onCompleted() })
  }
}

@Suite("withLatestFrom in virtual time")
struct WithLatestFromTimeTests {
  @Test("emits with each element the latest of the other source, whose end changes nothing")
  func sends() throws {
    try play { stage in
      let second = try stage.hot("--4--5|")
      return try stage.hot("-1--2--3|").withLatestFrom(second) { 10 * $0 + $1 }
    }.expect("----a--b|", "^-----!", "^-------!", values: ["a": 24, "b": 35])
    try play { stage in
      let second = try stage.hot("--4--5---")
      return try stage.hot("-1--2--3|").withLatestFrom(second)
    }.expect("----4--5|", "^-------!", "^-------!")
  }

  @Test("fails with either source, and with what the closure throws, and frees the other")
  func fails() throws {
    try play { stage in
      let second = try stage.hot("-4----")
      return try stage.hot("--1-#").withLatestFrom(second)
    }.expect("--4-#", "^---!", "^---!")
    try play { stage in
      let second = try stage.hot("-4-#")
      return try stage.hot("--1---|").withLatestFrom(second)
    }.expect("--4#", "^--!", "^--!")
    try play { stage in
      let second = try stage.hot("-4----")
      return try stage.hot("--1-2-|").withLatestFrom(second) { if $0 == 2 { throw TestError.one } else { $1 } }
    }.expect("--4-#", "^---!", "^---!", error: TestError.one)
  }

  @Test("disposal frees the latest element, even if its source holds on")
  func frees() {
    let lifetimes = Lifetimes()
    let second = UntidySource<Tracked>()
    let subscription = PublishSubject<Int>().withLatestFrom(second).subscribe()
    second.send(.next(lifetimes.make()))
    #expect(lifetimes.alive == 1)
    subscription.dispose()
    #expect(lifetimes.alive == 0)
    second.forgetObservers()
  }

  @Test("disposal frees both sources")
  func disposes() throws {
    try play("^--!") { stage in
      let second = try stage.hot("-4----")
      return try stage.hot("--1-2-|").withLatestFrom(second)
    }.expect("--4", "^--!", "^--!")
  }
}
