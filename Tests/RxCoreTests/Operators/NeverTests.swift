import RxCore
import Testing

@Suite("never")
struct NeverTests {
  @Test("sends nothing, and keeps nobody")
  func staysSilent() {
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
