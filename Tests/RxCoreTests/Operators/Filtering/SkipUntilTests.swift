import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("skip(until:)", .dedicatedThreads)
struct SkipUntilTests {
  @Test("emits the elements after the first element of the trigger, which is then freed")
  func emits() throws {
    try play { marbles in
      let other = try marbles.hot("--9-9|")
      return try marbles.hot("-1-2-3|").skip(until: other)
    }.expect("---2-3|", "^-!", "^-----!")
  }

  @Test("skips everything if the trigger completes without an element, and does not complete")
  func staysClosed() throws {
    try play { marbles in
      let other = try marbles.hot("--|")
      return try marbles.hot("-1-2-3|").skip(until: other)
    }.expect("", "^-!", "^-----!")
  }

  @Test("completion of the source before the trigger frees both and emits nothing")
  func endsSilently() throws {
    try play { marbles in
      let other = try marbles.hot("------9")
      return try marbles.hot("-1-2|").skip(until: other)
    }.expect("", "^---!", "^---!")
  }

  @Test("fails with either sequence, and frees both")
  func fails() throws {
    try play { marbles in
      let other = try marbles.hot("--#")
      return try marbles.hot("-1-2|").skip(until: other)
    }.expect("--#", "^-!", "^-!")
    try play { marbles in
      let other = try marbles.hot("-----9")
      return try marbles.hot("-1-#").skip(until: other)
    }.expect("---#", "^--!", "^--!")
    try play { marbles in
      let other = try marbles.hot("-9")
      return try marbles.hot("--1-#").skip(until: other)
    }.expect("--1-#", "^!", "^---!")
  }

  @Test("subscribes to the source first, so elements that it emits inside its subscription are skipped")
  func subscribesSourceFirst() {
    let source = BehaviorSubject(value: 1)
    let recording = source.skip(until: Observable.just(0)).record()
    source.onNext(2)
    #expect(recording.elements == [2])
  }

  @Test("the observer can cause the next element")
  func reenters() {
    let source = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    let recording = source.skip(until: other).do(onNext: { if $0 < 3 { source.onNext($0 + 1) } }).record()
    source.onNext(0)
    other.onNext(0)
    source.onNext(1)
    #expect(recording.elements == [1, 2, 3])
  }

  @Test("the trigger is disposed after its first element, so an error that it still emits is ignored")
  func ignoresDisposedTrigger() {
    let source = PublishSubject<Int>()
    let other = UntidySource<Int>()
    let recording = source.skip(until: other).record()
    other.send(.next(0))
    other.send(.error(TestError.one))
    source.onNext(1)
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    other.forgetObservers()
  }
}
