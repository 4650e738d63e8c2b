import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("filter")
struct FilterTests {
  @Test("emits the elements for which the predicate returns true, and forwards completion")
  func selects() {
    let subject = PublishSubject<Int>()
    let seen = Log<String>()
    _ = subject.filter { $0 % 2 == 0 }.subscribe { seen.add($0.debugDescription) }
    for element in 1...4 { subject.onNext(element) }
    subject.onCompleted()
    #expect(seen.entries == ["next(2)", "next(4)", "completed"])
  }
}

@Suite("filter in virtual time")
struct FilterTimeTests {
  @Test("emits matching elements when they arrive, and completes with the source")
  func emits() throws {
    try play { try $0.hot("-1-2-3-4|").filter { $0 % 2 == 0 } }.expect("---2---4|", "^-------!")
  }
}
