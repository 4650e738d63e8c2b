import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("compactMap")
struct CompactMapTests {
  @Test("emits the results of the closure that are not nil")
  func emits() {
    let recording = Observable.of("1", "two", "3").compactMap { Int($0) }.record()
    #expect(recording.elements == [1, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error thrown by the closure ends the sequence and frees the source")
  func fails() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.compactMap { element -> Int? in
      if element == 2 { throw TestError.one }
      return element
    }.record()
    probe.send(1, 2, 3)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
    #expect(probe.disposals == 1)
  }

  @Test("forwards an error from the source")
  func forwardsError() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.compactMap { $0 }.record()
    probe.fail(TestError.two)
    #expect(recording.terminals == ["two"])
  }

  @Test("emits nothing after disposal")
  func disposes() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.compactMap { $0 }.record(disposeAfter: 2)
    probe.send(1, 2, 3)
    probe.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == [])
    #expect(probe.disposals == 1)
  }
}

@Suite("compactMap in virtual time")
struct CompactMapTimeTests {
  @Test("emits the results that are not nil when their elements arrive")
  func emits() throws {
    try play { try $0.hot("-1-2-3-4|").compactMap { $0 % 2 == 0 ? $0 * 2 : nil } }
      .expect("---4---8|", "^-------!")
  }

  @Test("fails with the source or when the closure throws")
  func fails() throws {
    try play { try $0.hot("-1-#").compactMap { $0 } }.expect("-1-#", "^--!")
    try play { try $0.hot("-1-2-3|").compactMap { if $0 == 2 { throw TestError.one } else { $0 as Int? } } }
      .expect("-1-#", "^--!", error: TestError.one)
  }

  @Test("disposal frees the source")
  func disposes() throws {
    try play("^-!") { try $0.hot("-1-2|").compactMap { $0 } }.expect("-1", "^-!")
  }
}
