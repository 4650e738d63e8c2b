import OperatorTable
import RxCore
import RxTesting
import Testing

@Suite("zip in virtual time")
struct ZipTimeTests {
  @Test("emits the first elements, then the second ones, when all of them have arrived")
  func emits() throws {
    try play { .zip(try $0.hot("-1-2-3|"), try $0.hot("----4----5-|")) { 10 * $0 + $1 } }
      .expect("----a----b-|", "^-----!", "^----------!", values: ["a": 14, "b": 25])
  }

  /// The sources emit their numbers one after the other. Then one source emits 9, and a second later the others emit 0.
  @Test("distinguishes its sources, for each arity", arguments: 2...8, [false, true])
  func distinguishesSources(arity: Int, isTuple: Bool) throws {
    for number in 1...arity {
      let all = Array(1...arity)
      let result = try play { marbles in
        let sources = try all.map { source in
          let before = String(repeating: "-", count: source)
          let after = String(repeating: "-", count: 9 - source)
          return try marbles.hot("\(before)\(source)\(after)\(source == number ? "9-" : "-0")|")
        }
        return isTuple
          ? zipTuples(sources).map { $0.reduce(0) { 10 * $0 + $1 } }
          : zip(sources) { $0.reduce(0) { 10 * $0 + $1 } }
      }
      #expect(
        result.events == [
          .next(200 + arity, all.reduce(0) { 10 * $0 + $1 }),
          .next(211, all.reduce(0) { 10 * $0 + ($1 == number ? 9 : 0) }),
          .completed(212),
        ])
      #expect(result.subscriptions == all.map { _ in [Subscription(200, 212)] })
    }
  }

  @Test("a collection completes when the only active source can no longer be matched")
  func zipsCollection() throws {
    try play { .zip([try $0.hot("-1--3-|"), try $0.hot("--2-4|")]) { $0.reduce(0, +) } }
      .expect("--3-7-|", "^-----!", "^----!")
    try play { .zip([try $0.hot("-1----3-|"), try $0.hot("--2-|")]) { $0.reduce(0, +) } }
      .expect("--3---|", "^-----!", "^---!")
  }
}
