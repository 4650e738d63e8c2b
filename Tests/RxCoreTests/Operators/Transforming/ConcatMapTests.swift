import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("concatMap")
struct ConcatMapTests {
  @Test("emits the selector's sequences one after the other")
  func concatenates() {
    let recording = Observable.of(1, 2, 3).concatMap { Observable.of($0, $0 * 10) }.record()
    #expect(recording.elements == [1, 10, 2, 20, 3, 30])
    #expect(recording.terminals == ["completed"])
  }

  @Test("calls the selector for each element, and subscribes when the previous sequence completes")
  func waits() {
    let source = SourceProbe<Int>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let selected = Recording<Int>()
    let recording = source.observable.concatMap { number in
      selected.add(number)
      return inner[number].observable
    }.record()
    source.send(0, 1)
    source.complete()
    #expect(selected.elements == [0, 1])
    #expect(inner.map(\.subscriptions) == [1, 0])
    inner[0].complete()
    inner[1].send(5)
    inner[1].complete()
    #expect(recording.elements == [5])
    #expect(recording.terminals == ["completed"])
    #expect(inner.map(\.disposals) == [1, 1])
  }

  @Test("disposal during an element stops all events, and waiting sequences are not subscribed to")
  func disposes() {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.concatMap { _ in inner.observable }.record(disposeAfter: 1)
    source.send(1, 2)
    inner.send(1, 2)
    inner.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    #expect([source.disposals, inner.subscriptions, inner.disposals] == [1, 1, 1])
  }

  @Test("an element emitted during another one waits")
  func survivesReentrancy() {
    let source = PublishSubject<Int>()
    let recording = source.concatMap { Observable.of($0, $0 * 10) }
      .do(onNext: { if $0 == 1 { source.onNext(2) } }).record()
    source.onNext(1)
    #expect(recording.elements == [1, 10, 2, 20])
  }

  @Test("an element that the selector emits follows the current one, and so does a completion")
  func keepsOrderOfArrival() {
    let source = SourceProbe<Int>()
    let selected = Recording<Int>()
    let recording = source.observable.concatMap { number in
      if number == 1 { source.send(2, 3) }
      selected.add(number)
      if number == 3 { source.complete() }
      return Observable.of(number, number * 10)
    }.record()
    source.send(1)
    #expect(selected.elements == [1, 2, 3])
    #expect(recording.elements == [1, 10, 2, 20, 3, 30])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error that the selector throws drops the elements that it has emitted")
  func dropsAfterError() {
    let source = SourceProbe<Int>()
    let selected = Recording<Int>()
    let recording = source.observable.concatMap { number -> Observable<Int> in
      selected.add(number)
      if number < 3 { source.send(number + 1) }
      throw TestError.one
    }.record()
    source.send(1)
    #expect(selected.elements == [1])
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
  }
}

@Suite("concatMap in virtual time")
struct ConcatMapTimeTests {
  @Test("emits the elements of one sequence after the other")
  func emits() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0--1----|").concatMap { inner[$0] }
    }.expect("--1-3-5-2-4|", "-^-----!", "-------^---!", "^--------!")
  }

  @Test("fails with the source, with a sequence or when the closure throws, and frees the rest")
  func fails() throws {
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0--#").concatMap { _ in inner }
    }.expect("--1-#", "-^--!", "^---!")
    try play { marbles in
      let inner = [try marbles.cold("-1#", error: TestError.two), try marbles.cold("-2|")]
      return try marbles.hot("-01---|").concatMap { inner[$0] }
    }.expect("--1#", "-^-!", [], "^--!", error: TestError.two)
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0-1---|").concatMap { if $0 == 1 { throw TestError.one } else { inner } }
    }.expect("--1#", "-^-!", "^--!", error: TestError.one)
  }
}
