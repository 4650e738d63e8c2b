import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("repeatElement", .dedicatedThreads)
struct RepeatElementTests {
  @Test("emits the element until it is disposed")
  func repeats() {
    let recording = Observable.repeatElement(7).take(3).record()
    #expect(recording.elements == [7, 7, 7])
    #expect(recording.terminals == ["completed"])
    #expect(Observable.repeatElement(7).record(disposeAfter: 2).elements == [7, 7])
  }

  @Test("alternates with another source, and stops with it")
  func alternates() {
    let recording = Observable<Int>.merge(.repeatElement(0), .of(1, 2)).take(5).record()
    #expect(recording.elements == [0, 1, 0, 2, 0])
  }
}

@Suite("repeatElement in virtual time")
struct RepeatElementTimeTests {
  @Test("uses a turn of the scheduler for each element, until disposal")
  func emits() throws {
    try play("^---!") { Observable.repeatElement(1, scheduler: $0.scheduler) }.expect("-111")
    try play { Observable.repeatElement(1, scheduler: $0.scheduler).take(2) }.expect("-1(1|)")
  }
}
