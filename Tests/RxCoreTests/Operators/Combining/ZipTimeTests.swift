import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("zip in virtual time")
struct ZipTimeTests {
  @Test("emits the first of all, then the second of all, each when the last of them has come")
  func sends() throws {
    try play { .zip(try $0.hot("-1-2-3|"), try $0.hot("----4----5-|")) { 10 * $0 + $1 } }
      .expect("----a----b-|", "^-----!", "^----------!", values: ["a": 14, "b": 25])
  }

  /// Each source emits its number, one after the other; then one of them emits 9, and the others emit 0 a second later.
  @Test("knows its sources apart, of any arity", arguments: 2...8, [false, true])
  func knowsSources(arity: Int, isTuple: Bool) throws {
    for number in 1...arity {
      let all = Array(1...arity)
      let played = try play { stage in
        let sources = try all.map { source in
          let turn = String(repeating: "-", count: source)
          let wait = String(repeating: "-", count: 9 - source)
          return try stage.hot("\(turn)\(source)\(wait)\(source == number ? "9-" : "-0")|")
        }
        return isTuple
          ? zipTuples(sources).map { $0.reduce(0) { 10 * $0 + $1 } }
          : zip(sources) { $0.reduce(0) { 10 * $0 + $1 } }
      }
      #expect(
        played.events == [
          .next(200 + arity, all.reduce(0) { 10 * $0 + $1 }),
          .next(211, all.reduce(0) { 10 * $0 + ($1 == number ? 9 : 0) }),
          .completed(212),
        ])
      #expect(played.subscriptions == all.map { _ in [Subscription(200, 212)] })
    }
  }

  @Test("fails with the first source that does, and with what the closure throws, and frees the rest")
  func fails() throws {
    try play { .zip(try $0.hot("-1--3|"), try $0.hot("--2#")) { $0 + $1 } }.expect("--3#", "^--!", "^--!")
    try play { .zip(try $0.hot("-1--3|"), try $0.hot("--2-2-|")) { if $0 == 3 { throw TestError.one } else { $1 } } }
      .expect("--2-#", "^---!", "^---!", error: TestError.one)
  }

  @Test("disposal frees all sources")
  func disposes() throws {
    try play("^--!") { .zip(try $0.hot("-1--3|"), try $0.hot("--2--|")) { $0 + $1 } }.expect("--3", "^--!", "^--!")
  }

  @Test("of a collection does the same, and completes when the only source that still runs cannot be matched")
  func zipsCollection() throws {
    try play { .zip([try $0.hot("-1--3-|"), try $0.hot("--2-4|")]) { $0.reduce(0, +) } }
      .expect("--3-7-|", "^-----!", "^----!")
    try play { .zip([try $0.hot("-1----3-|"), try $0.hot("--2-|")]) { $0.reduce(0, +) } }
      .expect("--3---|", "^-----!", "^---!")
  }
}
