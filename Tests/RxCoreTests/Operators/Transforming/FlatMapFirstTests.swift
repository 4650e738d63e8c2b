import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("flatMapFirst", .dedicatedThreads)
struct FlatMapFirstTests {
  @Test("emits the elements of one sequence at a time, and drops source elements that arrive while it runs")
  func emits() throws {
    let called = Recording<Int>()
    try play { marbles in
      let inner = [try marbles.cold("-1-2|"), try marbles.cold("-3|")]
      return try marbles.hot("-0-1---1--|").flatMapFirst {
        called.add($0)
        return inner[$0]
      }
    }.expect("--1-2---3-|", "-^---!", "-------^-!", "^---------!")
    #expect(called.elements == [0, 1])
  }

  @Test("completes when the source and the current sequence have completed")
  func completes() throws {
    try play { marbles in
      let inner = try marbles.cold("--1|")
      return try marbles.hot("-0|").flatMapFirst { _ in inner }
    }.expect("---1|", "-^--!", "^-!")
    try play { marbles in
      let inner = try marbles.cold("-1|")
      return try marbles.hot("-0---|").flatMapFirst { _ in inner }
    }.expect("--1--|", "-^-!", "^----!")
  }

  @Test("accepts the next element when a sequence has completed inside its subscription")
  func takesNext() {
    #expect(Observable.of(1, 2, 3).flatMapFirst { Observable.just(10 * $0) }.record().elements == [10, 20, 30])
  }

  @Test("fails with the source, the current sequence or when the closure throws, and frees the rest")
  func fails() throws {
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0--#").flatMapFirst { _ in inner }
    }.expect("--1-#", "-^--!", "^---!")
    try play { marbles in
      let inner = try marbles.cold("-1-#")
      return try marbles.hot("-0-0---|").flatMapFirst { _ in inner }
    }.expect("--1-#", "-^--!", "^---!")
    try play { marbles in
      let inner = try marbles.cold("-1|")
      return try marbles.hot("-0--1---|").flatMapFirst { if $0 == 1 { throw TestError.one } else { inner } }
    }.expect("--1-#", "-^-!", "^---!", error: TestError.one)
  }

  @Test("an element that the observer emits into the source during an inner sequence is dropped")
  func reenters() {
    let source = UntidySource<Int>()
    let inner = SourceProbe<Int>()
    let called = Recording<Int>()
    let recording = source.flatMapFirst { element in
      called.add(element)
      return inner.observable
    }.do(onNext: { source.send(.next($0)) }).record()
    source.send(.next(1))
    inner.send(5)
    inner.complete()
    source.send(.next(2))
    #expect(called.elements == [1, 2])
    #expect(recording.elements == [5])
    source.forgetObservers()
  }

  @Test("a thread that ends a sequence while another emits never leaves two sequences running")
  func survivesConcurrentEvents() {
    for _ in 0..<200 {
      let source = PublishSubject<Int>()
      let inner = SourceProbe<Int>()
      let recording = source.flatMapFirst { _ in inner.observable }.record()
      source.onNext(0)
      onThreads(2) { index in
        if index == 0 { inner.complete() } else { source.onNext(1) }
      }
      #expect(inner.subscriptions - inner.disposals <= 1)
      inner.send(7)
      #expect(recording.elements.count == inner.subscriptions - 1)
      recording.dispose()
    }
  }
}
