import RxCore
import Testing

@Suite("empty")
struct EmptyTests {
  @Test("completes inside subscribe, without an element")
  func completes() {
    let recording = Observable<Int>.empty().record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["completed"])
  }
}
