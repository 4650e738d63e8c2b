import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("map")
struct MapTests {
  @Test("emits the closure's result for each element, and forwards completion")
  func transforms() {
    let subject = PublishSubject<Int>()
    let seen = Log<String>()
    _ = subject.map { "\($0 * 2)" }.subscribe { seen.add($0.debugDescription) }
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    #expect(seen.entries == ["next(2)", "next(4)", "completed"])
  }

  @Test("an error from the source is forwarded, and the closure is not called again")
  func forwardsError() {
    let subject = PublishSubject<Int>()
    let seen = Log<String>()
    _ = subject.map { $0 }.subscribe { seen.add($0.debugDescription) }
    subject.onError(RxError.timeout)
    subject.onNext(1)
    #expect(seen.entries == ["error(Sequence timeout.)"])
  }

  @Test("an error thrown by the closure ends the sequence and frees the source")
  func throwsError() {
    let subject = PublishSubject<Int>()
    let seen = Log<String>()
    _ = subject.map { element -> Int in
      if element == 2 { throw RxError.overflow }
      return element
    }.subscribe { seen.add($0.debugDescription) }
    for element in 1...3 { subject.onNext(element) }
    #expect(seen.entries == ["next(1)", "error(Arithmetic overflow occurred.)"])
    #expect(!subject.hasObservers)
  }
}

@Suite("map in virtual time")
struct MapTimeTests {
  @Test("emits each result when its element arrives")
  func emits() throws {
    try play { try $0.hot("-9-^--1-2--3|").map { $0 * 2 } }
      .expect("---2-4--6|", "^--------!")
  }

  @Test("fails with the source or when the closure throws")
  func fails() throws {
    try play { try $0.hot("-1-#").map { $0 + 1 } }.expect("-2-#", "^--!")
    try play { try $0.hot("-1-2-3|").map { if $0 == 2 { throw TestError.one } else { $0 } } }
      .expect("-1-#", "^--!", error: TestError.one)
  }

  @Test("disposal frees the source")
  func disposes() throws {
    try play("^-!") { try $0.hot("-1-2|").map { $0 } }.expect("-1", "^-!")
  }
}
