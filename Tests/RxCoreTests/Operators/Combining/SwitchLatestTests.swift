import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("switchLatest")
struct SwitchLatestTests {
  @Test("emits the elements of the latest inner sequence, and disposes the previous one")
  func switches() {
    let source = SourceProbe<Observable<Int>>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = source.observable.switchLatest().record()
    source.send(inner[0].observable)
    inner[0].send(1)
    source.send(inner[1].observable)
    #expect(inner.map(\.disposals) == [1, 0])
    inner[0].send(2)
    inner[1].send(3)
    #expect(recording.elements == [1, 3])
    #expect(recording.terminals == [])
  }
}

@Suite("switchLatest in virtual time")
struct SwitchLatestTimeTests {
  @Test("completes when the source and the latest inner sequence have completed")
  func completes() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0---1|").map { inner[$0] }.switchLatest()
    }.expect("--1-3-2-4|", "-^---!", "-----^---!", "^-----!")
    try play { marbles in
      let inner = try marbles.cold("-1|")
      return try marbles.hot("-0---|").map { _ in inner }.switchLatest()
    }.expect("--1--|", "-^-!", "^----!")
  }

  @Test("fails with the source or the latest inner sequence, and frees the rest")
  func fails() throws {
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0--#").map { _ in inner }.switchLatest()
    }.expect("--1-#", "-^--!", "^---!")
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-#", error: TestError.two)]
      return try marbles.hot("-0-1---|").map { inner[$0] }.switchLatest()
    }.expect("--1-#", "-^-!", "---^!", "^---!", error: TestError.two)
  }
}
