import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("create in virtual time")
struct CreateTimeTests {
  @Test("sends what the closure sends, and disposes what it returned with the end")
  func sends() throws {
    try play { stage in
      let source = try stage.hot("-1-2|")
      return .create { observer in source.subscribe(observer) }
    }.expect("-1-2|", "^---!")
  }

  @Test("disposes what the closure returned when it ends early, fails or is disposed")
  func disposes() throws {
    try play { stage in
      let source = try stage.hot("-1-2|")
      return .create { observer in
        source.subscribe(onNext: { $0 == 2 ? observer.onError(TestError.one) : observer.onNext($0) })
      }
    }.expect("-1-#", "^--!", error: TestError.one)
    try play("^-!") { stage in
      let source = try stage.hot("-1-2|")
      return .create { observer in source.subscribe(observer) }
    }.expect("-1", "^-!")
  }
}
