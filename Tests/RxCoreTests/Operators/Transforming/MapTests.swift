import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("map")
struct MapTests {
  @Test("emits the closure's result for each element, and forwards completion")
  func transforms() {
    let subject = PublishSubject<Int>()
    let recording = subject.map { "\($0 * 2)" }.record()
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    #expect(recording.elements == ["2", "4"])
    #expect(recording.terminals == ["completed"])
  }
}

@Suite("map in virtual time")
struct MapTimeTests {
  @Test("emits each result when its element arrives")
  func emits() throws {
    try play { try $0.hot("-9-^--1-2--3|").map { $0 * 2 } }
      .expect("---2-4--6|", "^--------!")
  }
}
