import RxCore
import TestSupport
import Testing

@Suite("ifEmpty of Maybe")
struct MaybeIfEmptyTests {
  @Test("the default is emitted only after a completion without an element")
  func defaults() throws {
    try play { try $0.hot("--|").asMaybe().ifEmpty(default: 7).asObservable() }.expect("--(7|)", "^-!")
    try play { try $0.hot("--(1|)").asMaybe().ifEmpty(default: 7).asObservable() }.expect("--(1|)", "^-!")
    try play { try $0.hot("--#").asMaybe().ifEmpty(default: 7).asObservable() }.expect("--#", "^-!")
    try play("^--!") { try $0.hot("----|").asMaybe().ifEmpty(default: 7).asObservable() }.expect("", "^--!")
  }

  @Test(
    "the other Maybe is subscribed to after a completion without an element, and its outcome is forwarded",
    arguments: [("-(5|)", "---(5|)"), ("-|", "---|"), ("-#", "---#")])
  func switchesToMaybe(other: String, expected: String) throws {
    try play {
      let source = try $0.hot("--|").asMaybe()
      return source.ifEmpty(switchTo: try $0.cold(other).asMaybe()).asObservable()
    }
    .expect(expected, "^-!", "--^!")
  }

  @Test(
    "the other Single is subscribed to after a completion without an element, and its outcome is forwarded",
    arguments: [("-(5|)", "---(5|)"), ("-#", "---#")])
  func switchesToSingle(other: String, expected: String) throws {
    try play {
      let source = try $0.hot("--|").asMaybe()
      let result: Single<Int> = source.ifEmpty(switchTo: try $0.cold(other).asSingle())
      return result.asObservable()
    }
    .expect(expected, "^-!", "--^!")
  }

  @Test("after an element or an error the other sequence is not subscribed to", arguments: ["--(1|)", "--#"])
  func keepsTheSource(source: String) throws {
    try play {
      let source = try $0.hot(source).asMaybe()
      return source.ifEmpty(switchTo: try $0.cold("-(5|)").asMaybe()).asObservable()
    }
    .expect(source, "^-!", [])
    try play {
      let source = try $0.hot(source).asMaybe()
      return source.ifEmpty(switchTo: try $0.cold("-(5|)").asSingle()).asObservable()
    }
    .expect(source, "^-!", [])
  }

  @Test("disposal frees the other sequence")
  func disposes() throws {
    try play("^--!") {
      let source = try $0.hot("-|").asMaybe()
      return source.ifEmpty(switchTo: try $0.cold("-----(5|)").asMaybe()).asObservable()
    }
    .expect("", "^!", "-^-!")
  }
}
