import RxCore
import TestSupport
import Testing

@Suite("take and skip of Infallible")
struct InfallibleTakeSkipTests {
  /// Runs an operator on an infallible, with a second source if `other` is given.
  private func run(
    other: String? = nil, _ make: (_ source: Infallible<Int>, _ other: Observable<Int>) -> Infallible<Int>
  ) throws -> MarbleResult<Int> {
    try play { marbles in
      let source = try marbles.hot("-1-2-3|").asInfallible(onErrorJustReturn: 9)
      return make(source, try other.map { try marbles.hot($0) } ?? .never()).asObservable()
    }
  }

  @Test("take(until:) ends with the first element of another infallible or observable")
  func takesUntilOther() throws {
    try run(other: "----5--|") { $0.take(until: $1) }.expect("-1-2|", "^---!", "^---!")
    try run(other: "----5--|") { $0.take(until: $1.asInfallible(onErrorJustReturn: 9)) }
      .expect("-1-2|", "^---!", "^---!")
    try run(other: "--|") { $0.take(until: $1) }.expect("-1-2-3|", "^-----!", "^-!")
  }

  @Test("take(until:) with a predicate ends with the matching element, which is not included by default")
  func takesUntilPredicate() throws {
    try run { source, _ in source.take(until: { $0 == 2 }) }.expect("-1-|", "^--!")
    try run { source, _ in source.take(until: { $0 == 2 }, behavior: .inclusive) }.expect("-1-(2|)", "^--!")
  }

  @Test("take(while:) ends with the first rejected element, which is not included by default")
  func takesWhile() throws {
    try run { source, _ in source.take(while: { $0 < 2 }) }.expect("-1-|", "^--!")
    try run { source, _ in source.take(while: { $0 < 2 }, behavior: .inclusive) }.expect("-1-(2|)", "^--!")
  }

  @Test("skip(while:) emits everything from the first rejected element on")
  func skipsWhile() throws {
    try run { source, _ in source.skip(while: { $0 != 2 }) }.expect("---2-3|", "^-----!")
  }

  @Test("skip(until:) emits the elements after the first element of the other sequence")
  func skipsUntil() throws {
    try run(other: "--5--|") { $0.skip(until: $1) }.expect("---2-3|", "^-----!", "^-!")
  }
}
