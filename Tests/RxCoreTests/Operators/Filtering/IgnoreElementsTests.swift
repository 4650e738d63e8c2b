import RxCore
import RxTesting
import Testing

@Suite("ignoreElements")
struct IgnoreElementsTests {
  @Test("forwards the end only")
  func forwardsEnd() throws {
    try play { try $0.hot("-1-2|").ignoreElements().asInt() }.expect("----|", "^---!")
    try play { try $0.hot("-1-#").ignoreElements().asInt() }.expect("---#", "^--!")
    try play("^-!") { try $0.hot("-1-2|").ignoreElements().asInt() }.expect("", "^-!")
  }

  @Test("can be merged with another sequence to forward its end")
  func merges() throws {
    try play { marbles in
      let source = try marbles.hot("-1-2|")
      return .merge(.just(7), source.ignoreElements().asInt())
    }.expect("7---|", "^---!")
  }
}

extension Observable where Element == Never {
  fileprivate func asInt() -> Observable<Int> { map { (_: Never) -> Int in } }
}
