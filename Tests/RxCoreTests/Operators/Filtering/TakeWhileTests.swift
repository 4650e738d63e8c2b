import RxCore
import RxTesting
import TestSupport
import Testing

/// `take(while:)` and `take(until:)` with the opposite predicate.
struct TakingByPredicate: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let take: @Sendable (Observable<Int>, TakeBehavior, @escaping @Sendable (Int) throws -> Bool) -> Observable<Int>

  static let all = [
    TakingByPredicate(testDescription: "take(while:)") { $0.take(while: $2, behavior: $1) },
    TakingByPredicate(testDescription: "take(until:)") { source, behavior, predicate in
      source.take(until: { try !predicate($0) }, behavior: behavior)
    },
  ]
}

@Suite("take(while:), and take(until:) with a predicate")
struct TakeWhileTests {
  @Test("completes at the first element that does not match, and frees the source", arguments: TakingByPredicate.all)
  func completes(_ taking: TakingByPredicate) throws {
    try play { taking.take(try $0.hot("-1-2-3-1|"), .exclusive) { $0 < 3 } }.expect("-1-2-|", "^----!")
    try play { taking.take(try $0.hot("-1-2-3-1|"), .inclusive) { $0 < 3 } }.expect("-1-2-(3|)", "^----!")
    try play { taking.take(try $0.hot("-3-1|"), .exclusive) { $0 < 3 } }.expect("-|", "^!")
    try play { taking.take(try $0.hot("-3-1|"), .inclusive) { $0 < 3 } }.expect("-(3|)", "^!")
  }

  @Test("does not include the last element unless asked to")
  func isExclusive() {
    #expect(Observable.of(1, 2, 3).take(while: { $0 < 2 }).record().elements == [1])
    #expect(Observable.of(1, 2, 3).take(until: { $0 == 2 }).record().elements == [1])
  }

  @Test("ends with the source if all elements match", arguments: TakingByPredicate.all)
  func takesAll(_ taking: TakingByPredicate) throws {
    try play { taking.take(try $0.hot("-1-2|"), .exclusive) { $0 < 3 } }.expect("-1-2|", "^---!")
    try play { taking.take(try $0.hot("-1-#"), .inclusive) { $0 < 3 } }.expect("-1-#", "^--!")
    try play("^-!") { taking.take(try $0.hot("-1-2|"), .exclusive) { $0 < 3 } }.expect("-1", "^-!")
  }

  @Test("an element emitted during the last one is not forwarded", arguments: TakingByPredicate.all)
  func reenters(_ taking: TakingByPredicate) {
    let probe = SourceProbe<Int>()
    let log = Recording<Int>()
    _ = taking.take(probe.observable, .inclusive) { $0 != 2 }.subscribe(onNext: {
      log.add($0)
      if $0 == 2 { probe.send(1) }
    })
    probe.send(1, 2)
    #expect(log.elements == [1, 2])
  }

  @Test("the predicate is not called after it has returned false or thrown")
  func stops() {
    let source = UntidySource<Int>()
    let calls = Recording<Int>()
    let recording = source.take(while: {
      calls.add($0)
      return $0 < 2
    }).record()
    let failing = source.take(while: {
      calls.add($0)
      throw TestError.one
    }).record()
    for element in 1...4 { source.send(.next(element)) }
    #expect(calls.elements == [1, 1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(failing.terminals == ["one"])
    source.forgetObservers()
  }
}
