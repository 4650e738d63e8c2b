import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("materialize and dematerialize")
struct MaterializeTests {
  @Test("emits all events as elements, and completes after the terminal one")
  func materializes() throws {
    try play { try $0.hot("-1-2|").materialize().map { "\($0)" } }
      .expect("-a-b(c|)", "^---!", values: ["a": "next(1)", "b": "next(2)", "c": "completed"])
    try play { try $0.hot("-1-#", error: TestError.one).materialize().map { "\($0)" } }
      .expect("-a-(e|)", "^--!", values: ["a": "next(1)", "e": "error(one)"])
    try play("^-!") { try $0.hot("-1-2|").materialize().map { "\($0)" } }.expect("-a", "^-!", values: ["a": "next(1)"])
  }

  @Test("dematerialize is the inverse of materialize")
  func isInverse() throws {
    try play { try $0.hot("-1-2|").materialize().dematerialize() }.expect("-1-2|", "^---!")
    try play { try $0.hot("-1-#").materialize().dematerialize() }.expect("-1-#", "^--!")
    try play("^-!") { try $0.hot("-1-2|").materialize().dematerialize() }.expect("-1", "^-!")
  }

  @Test("dematerialize ends at the first terminal event among the elements, and frees the source")
  func endsInside() throws {
    try play { try $0.hot("-1-2-3|").map { $0 == 2 ? Event.completed : .next($0) }.dematerialize() }
      .expect("-1-|", "^--!")
    try play { try $0.hot("-1-2-3|").map { $0 == 2 ? Event.error(TestError.one) : .next($0) }.dematerialize() }
      .expect("-1-#", "^--!", error: TestError.one)
  }

  @Test("dematerialize ends with the source")
  func endsWithSource() throws {
    try play { try $0.hot("-1-|").map { Event.next($0) }.dematerialize() }.expect("-1-|", "^--!")
    try play { try $0.hot("-1-#").map { Event.next($0) }.dematerialize() }.expect("-1-#", "^--!")
  }

  @Test("a type that can be converted to an event can be dematerialized")
  func converts() {
    struct Doubled: EventConvertible {
      let number: Int
      var event: Event<Int> { number > 2 ? .completed : .next(2 * number) }
    }
    let recording = Observable.of(1, 2, 3, 1).map { Doubled(number: $0) }.dematerialize().record()
    #expect(recording.elements == [2, 4])
    #expect(recording.terminals == ["completed"])
  }
}
