import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("combineLatest in virtual time")
struct CombineLatestTimeTests {
  @Test("emits the latest of all with each element, once each source has emitted, until all have completed")
  func sends() throws {
    try play { .combineLatest(try $0.hot("-1---3--|"), try $0.hot("--2---4---|")) { 10 * $0 + $1 } }
      .expect("--a--bc---|", "^-------!", "^---------!", values: ["a": 12, "b": 32, "c": 34])
  }

  @Test("completes when another source emits in vain, because one that ended never emitted")
  func ends() throws {
    try play { .combineLatest(try $0.hot("-1--3|"), try $0.hot("--|")) { $0 + $1 } }.expect("----|", "^---!", "^-!")
  }

  /// Each source emits its number, one after the other; then one of them emits 9, and the others end later.
  @Test("knows its sources apart, of any arity", arguments: 2...8, [false, true])
  func knowsSources(arity: Int, isTuple: Bool) throws {
    for number in 1...arity {
      let all = Array(1...arity)
      let played = try play { stage in
        let sources = try all.map { source in
          let turn = String(repeating: "-", count: source)
          let wait = String(repeating: "-", count: 9 - source)
          return try stage.hot("\(turn)\(source)\(wait)\(source == number ? "9" : "-")|")
        }
        return isTuple
          ? combineLatestTuples(sources).map { $0.reduce(0) { 10 * $0 + $1 } }
          : combineLatest(sources) { $0.reduce(0) { 10 * $0 + $1 } }
      }
      #expect(
        played.events == [
          .next(200 + arity, all.reduce(0) { 10 * $0 + $1 }),
          .next(210, all.reduce(0) { 10 * $0 + ($1 == number ? 9 : $1) }),
          .completed(211),
        ])
      #expect(played.subscriptions == all.map { _ in [Subscription(200, 211)] })
    }
  }

  @Test("fails with the first source that does, and with what the closure throws, and frees the rest")
  func fails() throws {
    try play { .combineLatest(try $0.hot("-1--3|"), try $0.hot("--2#")) { $0 + $1 } }.expect("--3#", "^--!", "^--!")
    try play {
      .combineLatest(try $0.hot("-1--3|"), try $0.hot("--2--|")) { if $0 == 3 { throw TestError.one } else { $1 } }
    }
    .expect("--2-#", "^---!", "^---!", error: TestError.one)
  }

  @Test("disposal frees all sources")
  func disposes() throws {
    try play("^--!") { .combineLatest(try $0.hot("-1--3|"), try $0.hot("--2--|")) { $0 + $1 } }
      .expect("--3", "^--!", "^--!")
  }

  @Test("of a collection does the same")
  func combinesCollection() throws {
    try play { .combineLatest([try $0.hot("-1--3-|"), try $0.hot("--2|")]) { $0.reduce(0, +) } }
      .expect("--3-5-|", "^-----!", "^--!")
  }
}
