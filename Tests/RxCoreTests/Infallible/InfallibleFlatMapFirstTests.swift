import RxCore
import TestSupport
import Testing

@Suite("flatMapFirst of Infallible")
struct InfallibleFlatMapFirstTests {
  @Test("drops elements until the inner sequence has completed, and completes with the source")
  func drops() throws {
    try play { marbles in
      let source = try marbles.hot("-1-2--3------|").asInfallible(onErrorJustReturn: 9)
      let inner = try marbles.cold("-5-6|").asInfallible(onErrorJustReturn: 9)
      return source.flatMapFirst { _ in inner }.asObservable()
    }
    .expect("--5-6--5-6---|", "^------------!", ["-^---!", "------^---!"])
  }

  @Test("completes when the inner sequence completes after the source")
  func completes() throws {
    try play { marbles in
      let source = try marbles.hot("-1-|").asInfallible(onErrorJustReturn: 9)
      let inner = try marbles.cold("-5---|")
      return source.flatMapFirst { _ in inner }.asObservable()
    }
    .expect("--5---|", "^--!", "-^----!")
  }

  @Test("disposal frees the source and the inner sequence")
  func disposes() throws {
    try play("^---!") { marbles in
      let source = try marbles.hot("-1-----|").asInfallible(onErrorJustReturn: 9)
      let inner = try marbles.cold("-5-----|").asInfallible(onErrorJustReturn: 9)
      return source.flatMapFirst { _ in inner }.asObservable()
    }
    .expect("--5", "^---!", "-^--!")
  }
}
