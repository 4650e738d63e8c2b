import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("never")
struct NeverTests {
  @Test("emits nothing, and retains no observer")
  func emitsNothing() {
    weak var observer: Recording<Int>?
    do {
      let recording = Observable<Int>.never().record()
      observer = recording
      #expect(recording.elements == [])
      #expect(recording.terminals == [])
      recording.dispose()
      #expect(recording.terminals == [])
    }
    #expect(observer == nil)
  }
}

@Suite("never in virtual time")
struct NeverTimeTests {
  @Test("emits nothing")
  func isSilent() throws { try play { _ in Observable<Int>.never() }.expect("") }
}
