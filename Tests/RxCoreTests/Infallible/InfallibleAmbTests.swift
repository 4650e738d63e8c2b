import RxCore
import TestSupport
import Testing

@Suite("amb of Infallible")
struct InfallibleAmbTests {
  @Test("emits the events of the source that emits first, and disposes the others", arguments: 0..<2)
  func chooses(form: Int) throws {
    try play { marbles in
      let late = try marbles.hot("---1|").asInfallible(onErrorJustReturn: 9)
      let early = try marbles.hot("-2--3|").asInfallible(onErrorJustReturn: 9)
      if form == 0 { return late.amb(early).asObservable() }
      return Infallible<Int>.amb([late, early]).asObservable()
    }
    .expect("-2--3|", "^!", "^----!")
  }

  @Test("a completion is an event like any other")
  func completes() throws {
    try play { marbles in
      let one = try marbles.hot("--|").asInfallible(onErrorJustReturn: 9)
      return one.amb(try marbles.hot("---3|").asInfallible(onErrorJustReturn: 9)).asObservable()
    }
    .expect("--|", "^-!", "^-!")
  }
}
