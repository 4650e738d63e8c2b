import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("reduce and toArray")
struct ReduceTests {
  @Test("emits the last value when the source completes")
  func emits() throws {
    try play { try $0.hot("-1-2-3|").reduce(0) { $0 + $1 } }.expect("------(6|)", "^-----!")
    try play { try $0.hot("-|").reduce(7) { $0 + $1 } }.expect("-(7|)", "^!")
    try play { try $0.hot("-1-2|").reduce(0, accumulator: { $0 + $1 }, mapResult: { 2 * $0 }) }
      .expect("----(6|)", "^---!")
  }

  @Test("emits nothing but the error if the source fails or a closure throws")
  func fails() throws {
    try play { try $0.hot("-1-#").reduce(0) { $0 + $1 } }.expect("---#", "^--!")
    try play { try $0.hot("-1-2-3|").reduce(0) { if $1 == 2 { throw TestError.one } else { $0 + $1 } } }
      .expect("---#", "^--!", error: TestError.one)
    try play {
      try $0.hot("-1-2|").reduce(0, accumulator: { $0 + $1 }, mapResult: { _ -> Int in throw TestError.one })
    }.expect("----#", "^---!", error: TestError.one)
  }

  @Test("each subscription begins with the seed")
  func beginsWithSeed() {
    let sum = Observable.of(1, 2).reduce(10) { $0 + $1 }
    for _ in 1...2 { #expect(sum.record().elements == [13]) }
  }

  @Test("an element or completion that arrives inside the accumulator waits until it returns")
  func reenters() {
    let source = UntidySource<Int>()
    let recording = source.reduce(0) { sum, element in
      if element == 1 {
        source.send(.next(10))
        source.send(.completed)
      }
      return sum + element
    }.record()
    source.send(.next(1))
    #expect(recording.elements == [11])
    #expect(recording.terminals == ["completed"])
    source.forgetObservers()
  }

  @Test("toArray emits all elements when the source completes")
  func collects() throws {
    #expect(Observable.of(1, 2, 3).toArray().record().elements == [[1, 2, 3]])
    #expect(Observable<Int>.empty().toArray().record().elements == [[]])
    try play { try $0.hot("-1-2|").toArray().map(\.count).asObservable() }.expect("----(2|)", "^---!")
    try play { try $0.hot("-1-#").toArray().map(\.count).asObservable() }.expect("---#", "^--!")
  }

  @Test("toArray of many elements does not copy the array for each element")
  func collectsMany() {
    // With quadratic time, this test would take minutes.
    let count = Guarded(0)
    _ = Observable.range(start: 0, count: 400_000).toArray().subscribe(onSuccess: { array in
      count.withLock { $0 = array.count }
    })
    #expect(count.withLock { $0 } == 400_000)
  }
}
