import Dispatch
import RxCore
import TestSupport
import Testing

@Suite("merge", .dedicatedThreads)
struct MergeTests {
  @Test("emits each element when it arrives, and completes when all sources have completed")
  func merges() {
    let left = SourceProbe<Int>()
    let right = SourceProbe<Int>()
    let recording = Observable<Int>.merge(left.observable, right.observable).record()
    left.send(1)
    right.send(2)
    left.complete()
    right.send(3)
    #expect(recording.terminals == [])
    right.complete()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
    #expect([left.disposals, right.disposals] == [1, 1])
  }

  @Test("takes sources as arguments, as an array and as a collection, and completes without sources")
  func forms() {
    let sources = [Observable.just(1), .just(2)]
    #expect(Observable<Int>.merge(sources).record().elements == [1, 2])
    #expect(Observable<Int>.merge(AnyCollection(sources)).record().elements == [1, 2])
    #expect(Observable<Int>.merge([Observable<Int>]()).record().terminals == ["completed"])
  }

  @Test("an element emitted inside subscribe precedes those of sources that wait for the trampoline")
  func keepsTrampolinedOrder() {
    #expect(Observable.merge(.of(1, 2, 3), .just(9)).record().elements == [9, 1, 2, 3])
    #expect(Observable.merge(.just(9), .of(1, 2, 3)).record().elements == [9, 1, 2, 3])
  }

  @Test("merges inner sequences, and completes when the source and all of them have completed")
  func mergesInner() {
    let source = SourceProbe<Observable<Int>>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = source.observable.merge().record()
    source.send(inner[0].observable, inner[1].observable)
    inner[1].send(1)
    inner[0].send(2)
    inner[0].complete()
    source.complete()
    inner[1].send(3)
    #expect(recording.terminals == [])
    inner[1].complete()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("a terminal event during subscribe frees the earlier sources, and later ones are not subscribed to")
  func endsWhileSubscribing() {
    let first = SourceProbe<Int>()
    let last = SourceProbe<Int>()
    let recording = Observable<Int>.merge(first.observable, .error(TestError.one), last.observable).record()
    #expect(recording.terminals == ["one"])
    #expect(last.subscriptions == 0)
    #expect(first.disposals == 1)
  }

  @Test("an element emitted during another one is delivered after it")
  func survivesReentrancy() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let order = Recording<String>()
    _ = Observable<Int>.merge(left, right).subscribe(onNext: { element in
      order.add("begin \(element)")
      if element == 1 { right.onNext(2) }
      order.add("end \(element)")
    })
    left.onNext(1)
    #expect(order.elements == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("an event that arrives during a delivery waits")
  func isSerial() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let merged = Observable<Int>.merge(left, right)
    #expect(
      eventsWhenOverlapping(merged, first: { left.onNext(1) }, second: { right.onNext(2) }) == ["next(1)", "next(2)"])
    #expect(
      eventsWhenOverlapping(merged, first: { left.onNext(1) }, second: { right.onError(TestError.one) })
        == ["next(1)", "error(one)"])
  }

  @Test("concurrent events of two threads are delivered one at a time, and none is lost")
  func survivesConcurrentEvents() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let result = emitFromTwoThreads(Observable<Int>.merge(left, right), { left.onNext($0) }, { right.onNext($0) })
    #expect(result.count == 4_000)
    #expect(!result.overlapped)
  }

  @Test("inner sequences that end on several threads complete the result exactly once")
  func completesOnce() {
    for _ in 0..<50 {
      let inner = (0..<8).map { _ in PublishSubject<Int>() }
      let recording = Observable<Int>.merge(inner.map { $0.asObservable() }).record()
      DispatchQueue.concurrentPerform(iterations: inner.count) { index in
        inner[index].onNext(index)
        inner[index].onCompleted()
      }
      #expect(recording.elements.sorted() == Array(0..<8))
      #expect(recording.terminals == ["completed"])
    }
  }
}
