import RxCore
import Synchronization
import TestSupport
import Testing

@Suite("zip", .dedicatedThreads)
struct ZipTests {
  @Test("emits when the elements of all sources at the same position have arrived")
  func combines() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<String>()
    let recording = Observable.zip(left.observable, right.observable) { "\($0)\($1)" }.record()
    left.send(1, 2)
    right.send("a")
    left.send(3)
    right.send("b", "c", "d")
    #expect(recording.elements == ["1a", "2b", "3c"])
    #expect(recording.terminals == [])
  }

  @Test("thousands of elements that wait for another source are kept in order")
  func waits() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let recording = Observable.zip(left.observable, right.observable) { $1 - $0 }.record()
    for number in 0..<5_000 { left.send(number) }
    for number in 0..<5_000 { right.send(number) }
    #expect(recording.elements == Array(repeating: 0, count: 5_000))
  }

  @Test("every arity, with a result selector and as a tuple, passes the elements in the order of the sources")
  func arities() {
    func just(_ element: Int) -> Observable<Int> { .just(element) }
    let (a, b, c, d, e, f, g, h) = (just(1), just(2), just(3), just(4), just(5), just(6), just(7), just(8))
    typealias List = Observable<[Int]>
    let lists = [
      List.zip(a, b) { [$0, $1] }, List.zip(a, b, c) { [$0, $1, $2] },
      List.zip(a, b, c, d) { [$0, $1, $2, $3] }, List.zip(a, b, c, d, e) { [$0, $1, $2, $3, $4] },
      List.zip(a, b, c, d, e, f) { [$0, $1, $2, $3, $4, $5] },
      List.zip(a, b, c, d, e, f, g) { [$0, $1, $2, $3, $4, $5, $6] },
      List.zip(a, b, c, d, e, f, g, h) { [$0, $1, $2, $3, $4, $5, $6, $7] },
      Observable.zip(a, b).map { [$0.0, $0.1] },
      Observable.zip(a, b, c).map { [$0.0, $0.1, $0.2] },
      Observable.zip(a, b, c, d).map { [$0.0, $0.1, $0.2, $0.3] },
      Observable.zip(a, b, c, d, e).map { [$0.0, $0.1, $0.2, $0.3, $0.4] },
      Observable.zip(a, b, c, d, e, f).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5] },
      Observable.zip(a, b, c, d, e, f, g).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6] },
      Observable.zip(a, b, c, d, e, f, g, h).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7] },
    ]
    for (list, count) in Swift.zip(lists, Array(2...8) + Array(2...8)) {
      let recording = list.record()
      #expect(recording.elements == [Array(1...count)])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("a collection of sources is zipped like separate arguments, and completes if it is empty")
  func collections() {
    let sources = [SourceProbe<Int>(), SourceProbe<Int>(), SourceProbe<Int>()]
    let lists = Observable.zip(sources.map(\.observable)).record()
    let sums = Observable.zip(sources.map(\.observable)) { $0.reduce(0, +) }.record()
    for (index, source) in sources.enumerated() { source.send(index) }
    sources[0].send(10)
    #expect(lists.elements == [[0, 1, 2]])
    #expect(sums.elements == [3])
    #expect(Observable.zip([Observable<Int>]()).record().terminals == ["completed"])
  }

  @Test("zip of separate arguments completes only when all sources have completed")
  func completes() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let recording = Observable.zip(left.observable, right.observable) { $0 + $1 }.record()
    left.send(1)
    left.complete()
    right.send(1, 2)
    #expect(recording.elements == [2])
    #expect(recording.terminals == [])
    right.complete()
    #expect(recording.terminals == ["completed"])
    #expect([left.disposals, right.disposals] == [1, 1])
  }

  @Test("zip of a collection completes when an element of the last source can never be matched")
  func completesEarly() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let recording = Observable.zip([left.observable, right.observable]).record()
    left.send(1)
    left.complete()
    right.send(1)
    #expect(recording.elements == [[1, 1]])
    #expect(recording.terminals == [])
    right.send(2)
    #expect(recording.terminals == ["completed"])
    #expect(right.disposals == 1)
  }

  @Test("emits nothing and does not call the selector after disposal during an element")
  func disposes() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let calls = Atomic<Int>(0)
    let recording = Observable<Int>.zip(left.observable, right.observable) {
      calls.wrappingAdd(1, ordering: .relaxed)
      return $0 + $1
    }.record(disposeAfter: 1)
    left.send(1, 2)
    right.send(1, 2)
    left.complete()
    right.complete()
    #expect(recording.elements == [2])
    #expect(recording.terminals == [])
    #expect([left.disposals, right.disposals] == [1, 1])
    let count = calls.load(ordering: .relaxed)
    #expect(count == 1)
  }

  @Test("an error during subscribe frees all sources: later ones are subscribed to as well, and disposed")
  func endsWhileSubscribing() {
    let first = SourceProbe<Int>()
    let last = SourceProbe<Int>()
    let recording = Observable.zip([first.observable, .error(TestError.one), last.observable]).record()
    #expect(recording.terminals == ["one"])
    #expect([first.subscriptions, last.subscriptions] == [1, 1])
    #expect([first.disposals, last.disposals] == [1, 1])
  }

  @Test("an element emitted during another one is delivered after it")
  func survivesReentrancy() {
    let source = PublishSubject<Int>()
    let recording = Observable.zip(source, source) { "\($0)\($1)" }
      .do(onNext: { if $0 == "11" { source.onNext(2) } }).record()
    source.onNext(1)
    #expect(recording.elements == ["11", "22"])
  }

  @Test("an element that arrives during a delivery waits")
  func isSerial() {
    let left = PublishSubject<Int>()
    let right = Observable.of(10, 20)
    let other = PublishSubject<Int>()
    let sums = Observable.zip(left, right.concat(other)) { $0 + $1 }
    #expect(
      eventsWhenOverlapping(sums, first: { left.onNext(1) }, second: { left.onNext(2) }) == ["next(11)", "next(22)"])
    #expect(
      eventsWhenOverlapping(sums, first: { left.onNext(1) }, second: { other.onError(TestError.one) })
        == ["next(11)", "error(one)"])
  }

  @Test("concurrent events of two threads are delivered one at a time, and none is lost")
  func survivesConcurrentEvents() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let differences = Recording<Int>()
    let zipped = Observable.zip(left, right) { $0 - $1 }.do(onNext: { differences.add($0) })
    let result = emitFromTwoThreads(zipped, { left.onNext($0) }, { right.onNext($0) })
    #expect(result.count == 2_000)
    #expect(!result.overlapped)
    #expect(differences.elements.allSatisfy { $0 == 0 })
  }
}
