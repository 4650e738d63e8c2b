import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("concat", .dedicatedThreads)
struct ConcatTests {
  @Test("subscribes to the second source when the first has completed")
  func concatenates() {
    let first = SourceProbe<Int>()
    let second = SourceProbe<Int>()
    let recording = first.observable.concat(second.observable).record()
    first.send(1)
    #expect(second.subscriptions == 0)
    first.complete()
    #expect([first.disposals, second.subscriptions] == [1, 1])
    first.send(9)
    second.send(2)
    second.complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(second.disposals == 1)
  }

  @Test("takes sources as arguments, as a collection and as a sequence, and completes without sources")
  func forms() {
    let sources = [Observable.just(1), .just(2), .just(3)]
    #expect(Observable<Int>.concat(sources[0], sources[1], sources[2]).record().elements == [1, 2, 3])
    #expect(Observable<Int>.concat(sources).record().elements == [1, 2, 3])
    #expect(Observable<Int>.concat(AnySequence(sources)).record().elements == [1, 2, 3])
    #expect(Observable<Int>.concat([Observable<Int>]()).record().terminals == ["completed"])
  }

  @Test("each subscription subscribes to all sources again")
  func beginsForEachSubscription() {
    let concatenated = Observable<Int>.concat([.just(1), .just(2)])
    #expect(concatenated.record().elements == [1, 2])
    #expect(concatenated.record().elements == [1, 2])
  }

  @Test("an error from any source ends the sequence, and later sources are not subscribed to")
  func fails() {
    let last = SourceProbe<Int>()
    let recording = Observable<Int>.concat(.just(1), .error(TestError.one), last.observable).record()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["one"])
    #expect(last.subscriptions == 0)
  }

  @Test("emits nothing and subscribes to nothing after disposal")
  func disposes() {
    let first = SourceProbe<Int>()
    let second = SourceProbe<Int>()
    let recording = first.observable.concat(second.observable).record(disposeAfter: 1)
    first.send(1, 2)
    first.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    #expect([first.disposals, second.subscriptions] == [1, 0])
  }

  @Test("a lazy sequence of sources is evaluated one source at a time")
  func isLazy() {
    let asked = Recording<Int>()
    let sources = SourceProbe<Int>()
    let lazySources = sequence(first: 0) { $0 + 1 }.lazy.map { number in
      asked.add(number)
      return sources.observable
    }
    let recording = Observable<Int>.concat(lazySources).record()
    #expect(asked.elements == [0])
    sources.complete()
    #expect(asked.elements == [0, 1])
    recording.dispose()
    #expect(sources.disposals == 2)
  }

  @Test("an endless sequence of sources stops when downstream disposes")
  func stops() {
    let sources = sequence(first: 0) { $0 + 1 }.lazy.map { Observable.just($0) }
    #expect(Observable<Int>.concat(sources).take(3).record().elements == [0, 1, 2])
  }

  @Test("100,000 sources that complete inside subscribe do not overflow the stack", arguments: [false, true])
  func doesNotOverflowStack(isNested: Bool) {
    let count = Atomic<Int>(0)
    let log = Recording<String>()
    withStack {
      let sources = repeatElement(Observable.just(1), count: 100_000)
      let concatenated = isNested ? Observable.from(sources).concat() : Observable<Int>.concat(sources)
      _ = concatenated.subscribe(
        onNext: { count.wrappingAdd($0, ordering: .relaxed) }, onCompleted: { log.add("completed") })
    }
    let total = count.load(ordering: .relaxed)
    #expect(total == 100_000)
    #expect(log.elements == ["completed"])
  }

  @Test("sources that complete inside subscribe do so inside another subscription as well", arguments: [64, 100, 1000])
  func nests(count: Int) {
    _ = Observable.of(1).subscribe(onNext: { _ in
      let received = Recording<Int>()
      _ = Observable.concat((1...count).map { Observable.just($0) })
        .subscribe(onNext: { received.add($0) }, onCompleted: { received.add(0) })
      #expect(received.elements == Array(1...count) + [0])
    })
  }

  @Test("a chain of concats is flattened, and its sources are subscribed to in order")
  func flattens() {
    let log = Recording<Int>()
    withStack {
      var chain = Observable.just(0)
      for number in 1..<500 { chain = chain.concat(Observable.just(number)) }
      _ = chain.subscribe(onNext: { log.add($0) })
    }
    #expect(log.elements == Array(0..<500))
  }

  @Test("subscribes to an inner sequence when the previous one has completed")
  func concatenatesInner() {
    let source = SourceProbe<Observable<Int>>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = source.observable.concat().record()
    source.send(inner[0].observable, inner[1].observable)
    source.complete()
    #expect(inner.map(\.subscriptions) == [1, 0])
    inner[0].send(1)
    inner[0].complete()
    #expect(inner.map(\.subscriptions) == [1, 1])
    inner[1].send(2)
    inner[1].complete()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(inner.map(\.disposals) == [1, 1])
  }
}

@Suite("concat in virtual time")
struct ConcatTimeTests {
  @Test("emits the elements of one source after the other")
  func emits() throws {
    try play { try $0.cold("-1-2|").concat(try $0.cold("-3|")) }.expect("-1-2-3|", "^---!", "----^-!")
    try play { Observable<Int>.concat(try $0.cold("-1|"), try $0.cold("|"), try $0.cold("-3|")) }
      .expect("-1-3|", "^-!", "--(^!)", "--^-!")
    try play { marbles in
      let inner = [try marbles.cold("-1-2|"), try marbles.cold("-3|")]
      return try marbles.hot("-01---|").map { inner[$0] }.concat()
    }.expect("--1-2-3|", "-^---!", "-----^-!", "^-----!")
  }

  @Test("fails with the current source, and later sources are never subscribed to")
  func fails() throws {
    try play { Observable<Int>.concat(try $0.cold("-1#"), try $0.cold("-3|")) }.expect("-1#", "^-!", [])
    try play { Observable<Int>.concat(try $0.cold("-1|"), try $0.cold("-3#")) }.expect("-1-3#", "^-!", "--^-!")
  }
}
