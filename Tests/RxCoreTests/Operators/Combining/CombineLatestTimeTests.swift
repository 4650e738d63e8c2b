import OperatorTable
import RxCore
import RxTesting
import Testing

@Suite("combineLatest in virtual time")
struct CombineLatestTimeTests {
  @Test("once all sources have emitted, emits the latest elements at each element, until all have completed")
  func emits() throws {
    try play { .combineLatest(try $0.hot("-1---3--|"), try $0.hot("--2---4---|")) { 10 * $0 + $1 } }
      .expect("--a--bc---|", "^-------!", "^---------!", values: ["a": 12, "b": 32, "c": 34])
  }

  @Test("completes at an element if another source has completed without one")
  func ends() throws {
    try play { .combineLatest(try $0.hot("-1--3|"), try $0.hot("--|")) { $0 + $1 } }.expect("----|", "^---!", "^-!")
  }

  /// The sources emit their numbers one after the other. Then one source emits 9, and all complete.
  @Test("distinguishes its sources, for each arity", arguments: 2...8, [false, true])
  func distinguishesSources(arity: Int, isTuple: Bool) throws {
    for number in 1...arity {
      let all = Array(1...arity)
      let result = try play { marbles in
        let sources = try all.map { source in
          let before = String(repeating: "-", count: source)
          let after = String(repeating: "-", count: 9 - source)
          return try marbles.hot("\(before)\(source)\(after)\(source == number ? "9" : "-")|")
        }
        return isTuple
          ? combineLatestTuples(sources).map { $0.reduce(0) { 10 * $0 + $1 } }
          : combineLatest(sources) { $0.reduce(0) { 10 * $0 + $1 } }
      }
      #expect(
        result.events == [
          .next(200 + arity, all.reduce(0) { 10 * $0 + $1 }),
          .next(210, all.reduce(0) { 10 * $0 + ($1 == number ? 9 : $1) }),
          .completed(211),
        ])
      #expect(result.subscriptions == all.map { _ in [Subscription(200, 211)] })
    }
  }

  @Test("a collection of sources is combined in the same way")
  func combinesCollection() throws {
    try play { .combineLatest([try $0.hot("-1--3-|"), try $0.hot("--2|")]) { $0.reduce(0, +) } }
      .expect("--3-5-|", "^-----!", "^--!")
  }
}
