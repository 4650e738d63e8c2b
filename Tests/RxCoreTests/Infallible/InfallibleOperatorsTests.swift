import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("operators of Infallible")
struct InfallibleOperatorsTests {
  private let numbers = Infallible.of(1, 1, 2, 3)

  @Test("operators on elements behave like those of observables")
  func elements() {
    #expect(numbers.map { $0 * 2 }.record().elements == [2, 2, 4, 6])
    #expect(numbers.compactMap { $0 == 1 ? nil : "\($0)" }.record().elements == ["2", "3"])
    #expect(numbers.filter { $0 != 2 }.record().elements == [1, 1, 3])
    #expect(numbers.scan(0) { $0 + $1 }.record().elements == [1, 2, 4, 7])
    #expect(numbers.scan(into: []) { $0.append($1) }.record().elements.last == [1, 1, 2, 3])
    #expect(numbers.take(2).record().elements == [1, 1])
    #expect(numbers.skip(3).record().elements == [3])
    #expect(numbers.startWith(0).record().elements == [0, 1, 1, 2, 3])
    #expect(numbers.debug("x").record().elements == [1, 1, 2, 3])
  }

  @Test("all forms of distinctUntilChanged drop elements that are equal")
  func distinct() {
    #expect(numbers.distinctUntilChanged().record().elements == [1, 2, 3])
    #expect(numbers.distinctUntilChanged(at: \.self).record().elements == [1, 2, 3])
    #expect(numbers.distinctUntilChanged { $0 / 2 }.record().elements == [1, 2])
    #expect(numbers.distinctUntilChanged { $0 % 2 == $1 % 2 }.record().elements == [1, 2, 3])
    #expect(numbers.distinctUntilChanged({ $0 }, comparer: { $0 + 1 == $1 }).record().elements == [1, 1, 3])
  }

  @Test("flatMap, flatMapLatest and concatMap flatten inner sequences")
  func flattens() {
    #expect(numbers.flatMap { Infallible.just($0) }.record().elements == [1, 1, 2, 3])
    #expect(numbers.flatMapLatest { Observable.just($0) }.record().elements == [1, 1, 2, 3])
    #expect(numbers.concatMap { Infallible.of($0, 0) }.record().elements == [1, 0, 1, 0, 2, 0, 3, 0])
  }

  @Test("do calls its closures around each event")
  func doesAll() {
    let log = Recording<String>()
    let done = Infallible.just(1).do(
      onNext: { log.add("onNext \($0)") }, afterNext: { log.add("afterNext \($0)") },
      onCompleted: { log.add("onCompleted") }, afterCompleted: { log.add("afterCompleted") },
      onSubscribe: { log.add("onSubscribe") }, onSubscribed: { log.add("onSubscribed") },
      onDispose: { log.add("onDispose") })
    _ = done.subscribe { log.add("\($0.event)") }
    #expect(
      log.elements == [
        "onSubscribe", "onNext 1", "next(1)", "afterNext 1", "onCompleted", "completed", "afterCompleted",
        "onSubscribed", "onDispose",
      ])
  }

  @Test("share subscribes to the source once")
  func shares() {
    let probe = SourceProbe<Int>()
    let shared = probe.observable.asInfallible(onErrorJustReturn: 0).share(replay: 1)
    let one = shared.record()
    probe.send(1)
    #expect(shared.record().elements == [1])
    #expect(one.elements == [1])
    #expect(probe.subscriptions == 1)
  }

  @Test("the timed operators run on the scheduler")
  func times() throws {
    let span = RxTimeInterval.seconds(2)
    func run(
      _ make: (Infallible<Int>, TestScheduler) -> Infallible<Int>
    ) throws -> MarbleResult<Int> {
      try play { make(try $0.hot("-12---3|").asInfallible(onErrorJustReturn: 9), $0.scheduler).asObservable() }
    }
    try run { $0.debounce(span, scheduler: $1) }.expect("----2--(3|)", "^------!")
    try run { $0.throttle(span, scheduler: $1) }.expect("-1-2--3|", "^------!")
    try run { $0.throttle(span, latest: false, scheduler: $1) }.expect("-1----3|", "^------!")
    try run { $0.delay(span, scheduler: $1) }.expect("---12---3|", "^------!")
    try run { $0.take(for: span, scheduler: $1) }.expect("-1(2|)", "^-!")
    try run { $0.skip(span, scheduler: $1) }.expect("------3|", "^------!")
    try run { $0.observe(on: $1) }.expect("--12---3|", "^------!")
    try run { $0.subscribe(on: $1) }.expect("--2---3|", "-^-----!")
  }

  @Test("withLatestFrom combines with the latest element of another infallible")
  func withLatest() throws {
    try play { marbles in
      let second = try marbles.hot("--5---6").asInfallible(onErrorJustReturn: 0)
      return try marbles.hot("-1-2-3-4|").asInfallible(onErrorJustReturn: 0)
        .withLatestFrom(second, resultSelector: { "\($0 + $1)" }).asObservable()
    }
    .expect("---x-y-z|", "^-------!", "^-------!", values: ["x": "7", "y": "8", "z": "10"])
    #expect(numbers.withLatestFrom(Infallible.just("a")).record().elements == ["a", "a", "a", "a"])
  }
}

@Suite("combining infallibles")
struct InfallibleCombiningTests {
  @Test("all forms of concat emit one source after the other")
  func concatenates() {
    let (one, two) = (Infallible.of(1, 2), Infallible.just(3))
    #expect(one.concat(two).record().elements == [1, 2, 3])
    #expect(one.concat(Observable.just(4)).record().elements == [1, 2, 4])
    #expect(Infallible.concat(one, two).record().elements == [1, 2, 3])
    #expect(Infallible.concat(.of(1, 2), .just(3)).record().elements == [1, 2, 3])
    #expect(Infallible.concat([one, two]).record().elements == [1, 2, 3])
    #expect(Infallible.concat(AnySequence([one, two])).record().elements == [1, 2, 3])
  }

  @Test("all forms of merge subscribe to all sources immediately", arguments: 0..<3)
  func merges(form: Int) throws {
    try play { marbles in
      let one = try marbles.hot("-1---3|").asInfallible(onErrorJustReturn: 0)
      let two = try marbles.hot("---2----|").asInfallible(onErrorJustReturn: 0)
      switch form {
      case 0: return Infallible.merge(one, two).asObservable()
      case 1: return Infallible.merge([one, two]).asObservable()
      default: return Infallible.merge(AnyCollection([one, two])).asObservable()
      }
    }
    .expect("-1-2-3--|", "^-----!", "^-------!")
  }

  @Test("every arity of zip combines the elements in the order of the sources")
  func zips() {
    let s = (1...8).map { Infallible.just($0) }
    #expect(Infallible.zip(s[0], s[1]) { [$0, $1] }.record().elements == [[1, 2]])
    #expect(Infallible.zip(s[0], s[1], s[2]) { [$0, $1, $2] }.record().elements == [[1, 2, 3]])
    #expect(Infallible.zip(s[0], s[1], s[2], s[3]) { [$0, $1, $2, $3] }.record().elements == [[1, 2, 3, 4]])
    #expect(
      Infallible.zip(s[0], s[1], s[2], s[3], s[4]) { [$0, $1, $2, $3, $4] }.record().elements == [[1, 2, 3, 4, 5]])
    #expect(
      Infallible.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { [$0, $1, $2, $3, $4, $5] }.record().elements
        == [[1, 2, 3, 4, 5, 6]])
    #expect(
      Infallible.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { [$0, $1, $2, $3, $4, $5, $6] }.record().elements
        == [[1, 2, 3, 4, 5, 6, 7]])
    #expect(
      Infallible.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        .record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
    #expect(Infallible.zip(s, resultSelector: { $0 }).record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
    #expect(Infallible.zip(s).record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
  }

  @Test("every arity of combineLatest combines the elements in the order of the sources")
  func combines() {
    let s = (1...8).map { Infallible.just($0) }
    #expect(Infallible.combineLatest(s[0], s[1]) { [$0, $1] }.record().elements == [[1, 2]])
    #expect(Infallible.combineLatest(s[0], s[1], s[2]) { [$0, $1, $2] }.record().elements == [[1, 2, 3]])
    #expect(Infallible.combineLatest(s[0], s[1], s[2], s[3]) { [$0, $1, $2, $3] }.record().elements == [[1, 2, 3, 4]])
    #expect(
      Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4]) { [$0, $1, $2, $3, $4] }.record().elements
        == [[1, 2, 3, 4, 5]])
    #expect(
      Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { [$0, $1, $2, $3, $4, $5] }.record().elements
        == [[1, 2, 3, 4, 5, 6]])
    #expect(
      Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { [$0, $1, $2, $3, $4, $5, $6] }
        .record().elements == [[1, 2, 3, 4, 5, 6, 7]])
    #expect(
      Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        .record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
    #expect(Infallible.combineLatest(s, resultSelector: { $0 }).record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
    #expect(Infallible.combineLatest(s).record().elements == [[1, 2, 3, 4, 5, 6, 7, 8]])
  }

  @Test("without a selector, zip and combineLatest emit tuples of elements of different types")
  func tuples() {
    let (n, t) = (Infallible.of(1, 2), Infallible.of("a", "b"))
    #expect(Infallible.zip(n, t).map { "\($0)\($1)" }.record().elements == ["1a", "2b"])
    #expect(Infallible.zip(n, t, n).map { $0.2 }.record().elements == [1, 2])
    #expect(Infallible.zip(n, t, n, t).map { $0.3 }.record().elements == ["a", "b"])
    #expect(Infallible.zip(n, t, n, t, n).map { $0.4 }.record().elements == [1, 2])
    #expect(Infallible.zip(n, t, n, t, n, t).map { $0.5 }.record().elements == ["a", "b"])
    #expect(Infallible.zip(n, t, n, t, n, t, n).map { $0.6 }.record().elements == [1, 2])
    #expect(Infallible.zip(n, t, n, t, n, t, n, t).map { $0.7 }.record().elements == ["a", "b"])
    #expect(Infallible.combineLatest(n, t).map { "\($0)\($1)" }.record().elements.last == "2b")
    #expect(Infallible.combineLatest(n, t, n).map { $0.2 }.record().elements.last == 2)
    #expect(Infallible.combineLatest(n, t, n, t).map { $0.3 }.record().elements.last == "b")
    #expect(Infallible.combineLatest(n, t, n, t, n).map { $0.4 }.record().elements.last == 2)
    #expect(Infallible.combineLatest(n, t, n, t, n, t).map { $0.5 }.record().elements.last == "b")
    #expect(Infallible.combineLatest(n, t, n, t, n, t, n).map { $0.6 }.record().elements.last == 2)
    #expect(Infallible.combineLatest(n, t, n, t, n, t, n, t).map { $0.7 }.record().elements.last == "b")
  }
}
