import RxCore
import TestSupport
import Testing

@Suite("repeatElement and using of Infallible")
struct InfallibleGeneratingTests {
  @Test("repeatElement emits one element in each turn of the scheduler, until it is disposed")
  func repeats() throws {
    #expect(Infallible.repeatElement(7).take(3).record().elements == [7, 7, 7])
    try play { Infallible.repeatElement(7, scheduler: $0.scheduler).take(2).asObservable() }.expect("-7(7|)")
    try play("^---!") { Infallible.repeatElement(7, scheduler: $0.scheduler).asObservable() }.expect("-777")
  }

  @Test("using disposes the resource once, when the sequence completes or is disposed")
  func uses() throws {
    for (span, source, spans) in [(nil, "-1-2|", "^---!"), ("^--!", "-1-----|", "^--!")] {
      let log = Recording<String>()
      try play(span) { marbles in
        let source = try marbles.hot(source).asInfallible(onErrorJustReturn: 9)
        return Infallible.using({ LoggedResource(log) }, observableFactory: { _ in source }).asObservable()
      }
      .expect(span == nil ? source : "-1", Spans(stringLiteral: spans))
      #expect(log.elements == ["made", "disposed"])
    }
  }
}
