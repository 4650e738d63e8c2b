import RxCore
import Synchronization
import TestSupport
import Testing

@Suite("combineLatest", .dedicatedThreads)
struct CombineLatestTests {
  @Test("emits for each element when every source has emitted")
  func combines() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<String>()
    let recording = Observable.combineLatest(left.observable, right.observable) { "\($0)\($1)" }.record()
    left.send(1, 2)
    right.send("a")
    left.send(3)
    right.send("b")
    #expect(recording.elements == ["2a", "3a", "3b"])
    #expect(recording.terminals == [])
  }

  @Test("every arity, with a result selector and as a tuple, passes the elements in the order of the sources")
  func arities() {
    func just(_ element: Int) -> Observable<Int> { .just(element) }
    let (a, b, c, d, e, f, g, h) = (just(1), just(2), just(3), just(4), just(5), just(6), just(7), just(8))
    typealias List = Observable<[Int]>
    let lists = [
      List.combineLatest(a, b) { [$0, $1] }, List.combineLatest(a, b, c) { [$0, $1, $2] },
      List.combineLatest(a, b, c, d) { [$0, $1, $2, $3] }, List.combineLatest(a, b, c, d, e) { [$0, $1, $2, $3, $4] },
      List.combineLatest(a, b, c, d, e, f) { [$0, $1, $2, $3, $4, $5] },
      List.combineLatest(a, b, c, d, e, f, g) { [$0, $1, $2, $3, $4, $5, $6] },
      List.combineLatest(a, b, c, d, e, f, g, h) { [$0, $1, $2, $3, $4, $5, $6, $7] },
      Observable.combineLatest(a, b).map { [$0.0, $0.1] },
      Observable.combineLatest(a, b, c).map { [$0.0, $0.1, $0.2] },
      Observable.combineLatest(a, b, c, d).map { [$0.0, $0.1, $0.2, $0.3] },
      Observable.combineLatest(a, b, c, d, e).map { [$0.0, $0.1, $0.2, $0.3, $0.4] },
      Observable.combineLatest(a, b, c, d, e, f).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5] },
      Observable.combineLatest(a, b, c, d, e, f, g).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6] },
      Observable.combineLatest(a, b, c, d, e, f, g, h).map { [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7] },
    ]
    for (list, count) in zip(lists, Array(2...8) + Array(2...8)) {
      let recording = list.record()
      #expect(recording.elements == [Array(1...count)])
      #expect(recording.terminals == ["completed"])
    }
  }

  @Test("an empty collection emits the result for an empty array and completes, or fails if the selector throws")
  func withoutSources() {
    let list = Observable.combineLatest([Observable<Int>]()).record()
    #expect(list.elements == [[]])
    #expect(list.terminals == ["completed"])
    let sum = Observable<Int>.combineLatest([Observable<Int>]()) { $0.reduce(7, +) }.record()
    #expect(sum.elements == [7])
    #expect(sum.terminals == ["completed"])
    let failed = Observable<Int>.combineLatest([Observable<Int>]()) { _ in throw TestError.one }.record()
    #expect(failed.elements == [])
    #expect(failed.terminals == ["one"])
    let zipped = Observable<Int>.zip([Observable<Int>]()) { $0.reduce(7, +) }.record()
    #expect(zipped.elements == [])
    #expect(zipped.terminals == ["completed"])
  }

  @Test("a collection of sources is combined like separate arguments")
  func collections() {
    let sources = [SourceProbe<Int>(), SourceProbe<Int>(), SourceProbe<Int>()]
    let lists = Observable.combineLatest(sources.map(\.observable)).record()
    let sums = Observable.combineLatest(sources.map(\.observable)) { $0.reduce(0, +) }.record()
    for (index, source) in sources.enumerated() { source.send(index) }
    sources[0].send(10)
    #expect(lists.elements == [[0, 1, 2], [10, 1, 2]])
    #expect(sums.elements == [3, 13])
  }

  @Test("completes when all sources have completed")
  func completes() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let recording = Observable.combineLatest(left.observable, right.observable) { $0 + $1 }.record()
    left.send(1)
    left.complete()
    right.send(1, 2)
    #expect(recording.elements == [2, 3])
    #expect(recording.terminals == [])
    right.complete()
    #expect(recording.terminals == ["completed"])
    #expect([left.disposals, right.disposals] == [1, 1])
  }

  @Test("completes when an element can never be combined")
  func completesEarly() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let recording = Observable.combineLatest(left.observable, right.observable) { $0 + $1 }.record()
    left.complete()
    #expect(recording.terminals == [])
    right.send(1)
    #expect(recording.terminals == ["completed"])
    #expect(right.disposals == 1)
  }

  @Test("emits nothing and does not call the selector after disposal during an element")
  func disposes() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let calls = Atomic<Int>(0)
    let recording = Observable<Int>.combineLatest(left.observable, right.observable) {
      calls.wrappingAdd(1, ordering: .relaxed)
      return $0 + $1
    }.record(disposeAfter: 1)
    left.send(1)
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
    let recording = Observable.combineLatest([first.observable, .error(TestError.one), last.observable]).record()
    #expect(recording.terminals == ["one"])
    #expect([first.subscriptions, last.subscriptions] == [1, 1])
    #expect([first.disposals, last.disposals] == [1, 1])
  }

  @Test("an element emitted during another one is delivered after it")
  func survivesReentrancy() {
    let source = PublishSubject<Int>()
    let recording = Observable.combineLatest(source, source) { "\($0)\($1)" }
      .do(onNext: { if $0 == "11" { source.onNext(2) } }).record()
    source.onNext(1)
    #expect(recording.elements == ["11", "21", "22"])
  }

  @Test("an element that arrives during a delivery waits")
  func isSerial() {
    let left = PublishSubject<Int>()
    let right = BehaviorSubject(value: 10)
    let sums = Observable.combineLatest(left, right) { $0 + $1 }
    #expect(
      eventsWhenOverlapping(sums, first: { left.onNext(1) }, second: { right.onNext(20) }) == ["next(11)", "next(21)"])
    #expect(
      eventsWhenOverlapping(sums, first: { left.onNext(1) }, second: { right.onError(TestError.one) })
        == ["next(21)", "error(one)"])
  }

  @Test("concurrent events of two threads are delivered one at a time, and none is lost")
  func survivesConcurrentEvents() {
    let left = BehaviorSubject(value: 0)
    let right = BehaviorSubject(value: 0)
    let sums = Observable.combineLatest(left, right) { $0 + $1 }
    let result = emitFromTwoThreads(sums, { left.onNext($0) }, { right.onNext($0) })
    #expect(result.count == 4_001)
    #expect(!result.overlapped)
  }
}
