import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("error")
struct ErrorTests {
  @Test("fails inside subscribe without an element")
  func fails() {
    let recording = Observable<Int>.error(TestError.one).record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
  }
}

@Suite("error in virtual time")
struct ErrorTimeTests {
  @Test("fails at subscription")
  func fails() throws { try play { _ in Observable<Int>.error(TestError.one) }.expect("#", error: TestError.one) }
}
