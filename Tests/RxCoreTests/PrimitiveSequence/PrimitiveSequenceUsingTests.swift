import RxCore
import TestSupport
import Testing

/// A resource that records each time it is made or disposed.
final class LoggedResource: Disposable {
  private let log: Recording<String>

  init(_ log: Recording<String>) {
    self.log = log
    log.add("made")
  }

  func dispose() { log.add("disposed") }
}

@Suite("using of traits")
struct PrimitiveSequenceUsingTests {
  private let log = Recording<String>()

  @Test("the resource is disposed once, when the outcome arrives", arguments: ["--(1|)", "--#"])
  func singles(source: String) throws {
    try play { [log] marbles in
      let single = try marbles.hot(source).asSingle()
      return Single.using({ LoggedResource(log) }, primitiveSequenceFactory: { _ in single }).asObservable()
    }
    .expect(source, "^-!")
    #expect(log.elements == ["made", "disposed"])
  }

  @Test("a maybe and a completable without an element also dispose the resource")
  func completions() throws {
    try play { [log] marbles in
      let maybe = try marbles.hot("--|").asMaybe()
      return Maybe.using({ LoggedResource(log) }, primitiveSequenceFactory: { _ in maybe }).asObservable()
    }
    .expect("--|", "^-!")
    try play { [log] marbles in
      let completable = try marbles.hot("--|").ignoreElements().asCompletable()
      return Completable.using({ LoggedResource(log) }, primitiveSequenceFactory: { _ in completable }).asObservable()
        .map { never -> Int in }
    }
    .expect("--|", "^-!")
    #expect(log.elements == ["made", "disposed", "made", "disposed"])
  }

  @Test("disposal of the subscription disposes the resource once")
  func disposes() throws {
    try play("^-!") { [log] marbles in
      let single = try marbles.hot("----(1|)").asSingle()
      return Single.using({ LoggedResource(log) }, primitiveSequenceFactory: { _ in single }).asObservable()
    }
    .expect("", "^-!")
    #expect(log.elements == ["made", "disposed"])
  }

  @Test("each subscription has its own resource")
  func separate() {
    let single = Single.using({ [log] in LoggedResource(log) }, primitiveSequenceFactory: { _ in Single<Int>.never() })
    #expect(log.elements == [])
    let subscriptions = [single.subscribe(), single.subscribe()]
    #expect(log.elements == ["made", "made"])
    for subscription in subscriptions { subscription.dispose() }
    #expect(log.elements == ["made", "made", "disposed", "disposed"])
  }

  @Test("an error thrown by a closure is the outcome, and a resource that was made is disposed")
  func throwing() {
    let unmade = Single<Int>.using(
      { () throws -> LoggedResource in throw TestError.one }, primitiveSequenceFactory: { _ in .just(1) })
    #expect(unmade.record().terminals == ["one"])
    #expect(log.elements == [])
    let made = Single<Int>.using(
      { [log] in LoggedResource(log) }, primitiveSequenceFactory: { _ in throw TestError.two })
    #expect(made.record().terminals == ["two"])
    #expect(log.elements == ["made", "disposed"])
  }
}
