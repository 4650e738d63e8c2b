import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("withLatestFrom", .dedicatedThreads)
struct WithLatestFromTests {
  @Test("emits for each element of the first source when the second has emitted")
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

  @Test("without a selector, emits the latest element of the second source")
  func emitsLatest() {
    let first = SourceProbe<Int>()
    let recording = first.observable.withLatestFrom(Observable.just("a")).record()
    first.send(1, 2)
    #expect(recording.elements == ["a", "a"])
  }

  @Test(
    "subscribes to the second source first, so its current element is available during subscribe"
  )
  func subscribesSecondFirst() {
    #expect(Observable.just(1).withLatestFrom(BehaviorSubject(value: "a")).record().elements == ["a"])
  }

  @Test("completes with the first source; completion of the second has no effect")
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

  @Test("an element that the second source emits during a delivery is used for the next one")
  func survivesReentrancy() {
    let first = PublishSubject<Int>()
    let second = BehaviorSubject(value: 10)
    let recording = first.withLatestFrom(second) { $0 + $1 }.do(onNext: { second.onNext($0 * 10) }).record()
    first.onNext(1)
    first.onNext(2)
    #expect(recording.elements == [11, 112])
  }

  @Test("an event that arrives during a delivery waits")
  func isSerial() {
    let first = PublishSubject<Int>()
    let second = BehaviorSubject(value: 10)
    let combined = first.withLatestFrom(second) { $0 + $1 }
    #expect(
      eventsWhenOverlapping(combined, first: { first.onNext(1) }, second: { second.onError(TestError.one) })
        == ["next(11)", "error(one)"])
  }

  @Test("concurrent events of two threads are delivered one at a time, and none is lost")
  func survivesConcurrentEvents() {
    let first = PublishSubject<Int>()
    let second = BehaviorSubject(value: 0)
    let result = emitFromTwoThreads(
      first.withLatestFrom(second) { $0 + $1 }, { first.onNext($0) }, { second.onNext($0) })
    #expect(result.count == 2_000)
    #expect(!result.overlapped)
  }
}

@Suite("withLatestFrom in virtual time")
struct WithLatestFromTimeTests {
  @Test("emits the latest element of the other source for each element, even after the other source has completed")
  func emits() throws {
    try play { marbles in
      let second = try marbles.hot("--4--5|")
      return try marbles.hot("-1--2--3|").withLatestFrom(second) { 10 * $0 + $1 }
    }.expect("----a--b|", "^-----!", "^-------!", values: ["a": 24, "b": 35])
    try play { marbles in
      let second = try marbles.hot("--4--5---")
      return try marbles.hot("-1--2--3|").withLatestFrom(second)
    }.expect("----4--5|", "^-------!", "^-------!")
  }

  @Test("disposal frees the latest element, even if its source retains its observer")
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
}
