import RxCore
import RxTesting
import Testing

@Suite("single")
struct SingleOperatorTests {
  @Test("emits the only element immediately, and completes with the source")
  func emits() throws {
    try play { try $0.hot("-1-|").single() }.expect("-1-|", "^--!")
    try play { try $0.hot("-1-2-3|").single { $0 == 2 } }.expect("---2--|", "^-----!")
  }

  @Test("fails at the second element")
  func refusesSecond() throws {
    try play { try $0.hot("-1-2-3|").single() }.expect("-1-#", "^--!", error: RxError.moreThanOneElement)
    try play { try $0.hot("-1-2-3|").single { $0 > 1 } }.expect("---2-#", "^----!", error: RxError.moreThanOneElement)
  }

  @Test("fails if the source completes without an element")
  func refusesNone() throws {
    try play { try $0.hot("--|").single() }.expect("--#", "^-!", error: RxError.noElements)
    try play { try $0.hot("-1-2|").single { $0 > 2 } }.expect("----#", "^---!", error: RxError.noElements)
  }
}
