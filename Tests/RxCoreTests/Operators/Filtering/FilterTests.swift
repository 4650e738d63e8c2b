import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("filter")
struct FilterTests {
  @Test("emits the elements for which the predicate returns true, and forwards completion")
  func selects() {
    let subject = PublishSubject<Int>()
    let recording = subject.filter { $0 % 2 == 0 }.record()
    for element in 1...4 { subject.onNext(element) }
    subject.onCompleted()
    #expect(recording.elements == [2, 4])
    #expect(recording.terminals == ["completed"])
  }
}

@Suite("filter in virtual time")
struct FilterTimeTests {
  @Test("emits matching elements when they arrive, and completes with the source")
  func emits() throws {
    try play { try $0.hot("-1-2-3-4|").filter { $0 % 2 == 0 } }.expect("---2---4|", "^-------!")
  }
}
