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
}

@Suite("compactMap in virtual time")
struct CompactMapTimeTests {
  @Test("emits the results that are not nil when their elements arrive")
  func emits() throws {
    try play { try $0.hot("-1-2-3-4|").compactMap { $0 % 2 == 0 ? $0 * 2 : nil } }
      .expect("---4---8|", "^-------!")
  }
}
