import RxCore
import TestSupport
import Testing

@Suite("zip of traits")
struct TraitZipTests {
  @Test("every arity of a single combines the elements in the order of the sources")
  func singles() {
    let s = (1...8).map { Single.just($0) }
    #expect(Single.zip(s[0], s[1], resultSelector: { [$0, $1] }).record().elements == [[1, 2]])
    #expect(Single.zip(s[0], s[1], s[2], resultSelector: { [$0, $1, $2] }).record().elements == [[1, 2, 3]])
    #expect(
      Single.zip(s[0], s[1], s[2], s[3], resultSelector: { [$0, $1, $2, $3] }).record().elements == [[1, 2, 3, 4]])
    #expect(
      Single.zip(s[0], s[1], s[2], s[3], s[4], resultSelector: { [$0, $1, $2, $3, $4] }).record().elements
        == [[1, 2, 3, 4, 5]])
    #expect(
      Single.zip(s[0], s[1], s[2], s[3], s[4], s[5], resultSelector: { [$0, $1, $2, $3, $4, $5] }).record().elements
        == [[1, 2, 3, 4, 5, 6]])
    #expect(
      Single.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], resultSelector: { [$0, $1, $2, $3, $4, $5, $6] })
        .record().elements == [[1, 2, 3, 4, 5, 6, 7]])
    #expect(
      Single.zip(
        s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], resultSelector: { [$0, $1, $2, $3, $4, $5, $6, $7] }
      ).record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
  }

  @Test("every arity without a selector emits a tuple of elements of different types")
  func tuples() {
    let (number, text, flag) = (Maybe.just(1), Maybe.just("a"), Maybe.just(true))
    #expect(Maybe.zip(number, text).map { "\($0)" }.record().elements == ["(1, \"a\")"])
    #expect(Maybe.zip(number, text, flag).map { "\($0)" }.record().elements == ["(1, \"a\", true)"])
    #expect(Maybe.zip(number, text, flag, text).map { $0.3 }.record().elements == ["a"])
    #expect(Maybe.zip(number, text, flag, text, number).map { $0.4 }.record().elements == [1])
    #expect(Maybe.zip(number, text, flag, text, number, text).map { $0.5 }.record().elements == ["a"])
    #expect(Maybe.zip(number, text, flag, text, number, text, flag).map { $0.6 }.record().elements == [true])
    #expect(
      Single.zip(.just(1), .just(2), .just(3), .just(4), .just(5), .just(6), .just(7), .just("h")).map { $0.7 }
        .record().elements == ["h"])
  }

  @Test("a maybe without an element completes the result, an error from any source ends it and disposes the others")
  func ends() {
    let probe = SourceProbe<Int>()
    #expect(Maybe.zip(Maybe.just(1), Maybe<Int>.empty()).map { $0.0 }.record().terminals == ["completed"])
    let failing = Single.zip(
      probe.observable.asSingle(), Single<Int>.error(TestError.one), probe.observable.asSingle(),
      resultSelector: { $0 + $1 + $2 })
    #expect(failing.record().terminals == ["one"])
    #expect([probe.subscriptions, probe.disposals] == [2, 2])
    let throwing = Single.zip(Single.just(1), .just(2), resultSelector: { _, _ -> Int in throw TestError.two })
    #expect(throwing.record().terminals == ["two"])
  }

  @Test("zip of a collection combines the elements in the order of the singles, with and without a selector")
  func collections() {
    let probes = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = Single.zip(probes.map { $0.observable.asSingle() }).record()
    probes[1].send(2)
    probes[1].complete()
    probes[0].send(1)
    #expect(recording.elements == [])
    probes[0].complete()
    #expect(recording.elements == [[1, 2]])
    #expect(recording.terminals == ["completed"])
    #expect(Single.zip([.just(1), .just(2)], resultSelector: { $0.reduce(0, +) }).record().elements == [3])
  }

  @Test("zip of no singles emits the result for an empty array to each subscriber")
  func none() {
    let calls = Recording<Int>()
    let empty = Single<Int>.zip([], resultSelector: { calls.add($0.count) })
    #expect(calls.elements == [])
    #expect(empty.record().elements == [1])
    #expect(empty.record().elements == [2])
    #expect(Single<Int>.zip([]).record().elements == [[]])
    #expect(
      Single<Int>.zip([], resultSelector: { _ -> Int in throw TestError.one }).record().terminals == ["one"])
  }
}
