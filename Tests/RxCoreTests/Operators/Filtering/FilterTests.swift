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

  @Test("an error from the source is forwarded")
  func forwardsError() {
    let subject = PublishSubject<Int>()
    let seen = Log<String>()
    _ = subject.filter { _ in false }.subscribe { seen.add($0.debugDescription) }
    subject.onNext(1)
    subject.onError(RxError.timeout)
    #expect(seen.entries == ["error(Sequence timeout.)"])
  }

  @Test("an error thrown by the predicate ends the sequence and frees the source")
  func throwsError() {
    let subject = PublishSubject<Int>()
    let seen = Log<String>()
    _ = subject.filter { element in
      if element == 2 { throw RxError.overflow }
      return true
    }.subscribe { seen.add($0.debugDescription) }
    for element in 1...3 { subject.onNext(element) }
    #expect(seen.entries == ["next(1)", "error(Arithmetic overflow occurred.)"])
    #expect(!subject.hasObservers)
  }
}

@Suite("filter in virtual time")
struct FilterTimeTests {
  @Test("emits matching elements when they arrive, and completes with the source")
  func emits() throws {
    try play { try $0.hot("-1-2-3-4|").filter { $0 % 2 == 0 } }.expect("---2---4|", "^-------!")
  }

  @Test("fails with the source or when the closure throws")
  func fails() throws {
    try play { try $0.hot("-1-#").filter { _ in true } }.expect("-1-#", "^--!")
    try play { try $0.hot("-1-2-3|").filter { if $0 == 2 { throw TestError.one } else { true } } }
      .expect("-1-#", "^--!", error: TestError.one)
  }

  @Test("disposal frees the source")
  func disposes() throws {
    try play("^-!") { try $0.hot("-1-2|").filter { _ in true } }.expect("-1", "^-!")
  }
}
