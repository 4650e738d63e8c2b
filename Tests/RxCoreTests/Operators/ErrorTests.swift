import RxCore
import Testing

@Suite("error")
struct ErrorTests {
  @Test("fails inside subscribe, without an element")
  func fails() {
    let recording = Observable<Int>.error(Oops.one).record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
  }
}
