import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("empty")
struct EmptyTests {
  @Test("completes inside subscribe without an element")
  func completes() {
    let recording = Observable<Int>.empty().record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["completed"])
  }
}

@Suite("empty in virtual time")
struct EmptyTimeTests {
  @Test("completes at subscription")
  func ends() throws { try play { _ in Observable<Int>.empty() }.expect("|") }
}
