import RxCore
import Testing

@Suite("compactMap")
struct CompactMapTests {
  @Test("sends what is made of each element, but for nil")
  func sends() {
    let recording = Observable.of("1", "two", "3").compactMap { Int($0) }.record()
    #expect(recording.elements == [1, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error thrown by the closure ends the sequence and frees the source")
  func fails() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.compactMap { element -> Int? in
      if element == 2 { throw Oops.one }
      return element
    }.record()
    probe.send(1, 2, 3)
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
    #expect(probe.disposals == 1)
  }

  @Test("passes on the error of the source")
  func passesOn() {
    let probe = SourceProbe<Int>()
    let recording = probe.observable.compactMap { $0 }.record()
    probe.fail(Oops.two)
    #expect(recording.terminals == ["two"])
  }

  @Test("sends nothing after disposal in mid-stream")
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
