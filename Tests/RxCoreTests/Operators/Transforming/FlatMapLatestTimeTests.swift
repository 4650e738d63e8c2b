import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("flatMapLatest in virtual time")
struct FlatMapLatestTimeTests {
  @Test("emits the elements of the latest sequence, and frees the previous one")
  func emits() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0---1----|").flatMapLatest { inner[$0] }
    }.expect("--1-3-2-4-|", "-^---!", "-----^---!", "^---------!")
  }

  @Test("a replaced sequence delivers nothing, even if it continues to emit")
  func isSilent() {
    let scheduler = TestScheduler(initialClock: 0)
    let inner = [UntidySource<Int>(), UntidySource<Int>()]
    let outer = PublishSubject<Int>()
    let seen = scheduler.record(outer.flatMapLatest { inner[$0] })
    outer.onNext(0)
    inner[0].send(.next(1))
    outer.onNext(1)
    for event in [.next(2), .error(TestError.one), Event<Int>.completed] { inner[0].send(event) }
    inner[1].send(.next(3))
    outer.onCompleted()
    inner[0].send(.completed)
    inner[1].send(.completed)
    #expect(seen.events == [.next(0, 1), .next(0, 3), .completed(0)])
    for source in inner { source.forgetObservers() }
  }

  @Test("fails with the source, the latest sequence or when the closure throws, and frees the rest")
  func fails() throws {
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0--#").flatMapLatest { _ in inner }
    }.expect("--1-#", "-^--!", "^---!")
    try play { marbles in
      let inner = [try marbles.cold("-1-#"), try marbles.cold("-#", error: TestError.two)]
      return try marbles.hot("-0-1---|").flatMapLatest { inner[$0] }
    }.expect("--1-#", "-^-!", "---^!", "^---!", error: TestError.two)
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0-1---|").flatMapLatest { if $0 == 1 { throw TestError.one } else { inner } }
    }.expect("--1#", "-^-!", "^--!", error: TestError.one)
  }
}
