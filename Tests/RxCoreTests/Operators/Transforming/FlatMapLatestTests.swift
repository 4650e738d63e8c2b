import RxCore
import TestSupport
import Testing

@Suite("flatMapLatest", .dedicatedThreads)
struct FlatMapLatestTests {
  @Test("disposes the previous sequence before it subscribes to the next one")
  func disposesFirst() {
    let source = SourceProbe<Int>()
    let log = Recording<String>()
    let recording = source.observable.flatMapLatest { number in
      Observable<Int>.create { _ in
        log.add("subscribed \(number)")
        return Disposables.create(with: { log.add("disposed \(number)") })
      }
    }.record()
    source.send(1, 2)
    recording.dispose()
    #expect(log.elements == ["subscribed 1", "disposed 1", "subscribed 2", "disposed 2"])
  }

  @Test("an error is forwarded even if its sequence's disposal makes the source emit")
  func errorBeforeItsDisposal() {
    let (source, inner) = (SourceProbe<Int>(), SourceProbe<Int>())
    let recording = source.observable.flatMapLatest { number in
      number == 1 ? inner.observable.do(onDispose: { source.send(2) }) : .just(number)
    }.record()
    source.send(1)
    inner.fail(TestError.one)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
  }

  @Test("an error inside an element is forwarded even if the source emits after it, inside the same element")
  func errorBeforeSwitch() {
    let (source, inner) = (SourceProbe<Int>(), SourceProbe<Int>())
    let recording = source.observable.flatMapLatest { number in
      number == 1 ? inner.observable : .just(number)
    }.do(onNext: { element in
      guard element == 10 else { return }
      inner.fail(TestError.one)
      source.send(2)
    }).record()
    source.send(1)
    inner.send(10)
    #expect(recording.elements == [10])
    #expect(recording.terminals == ["one"])
  }

  @Test(
    "completes when the source and the latest inner sequence have completed, in either order", arguments: [false, true])
  func completes(sourceFirst: Bool) {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.flatMapLatest { _ in inner.observable }.record()
    source.send(1)
    if sourceFirst { source.complete() } else { inner.complete() }
    #expect(recording.terminals == [])
    if sourceFirst { inner.complete() } else { source.complete() }
    #expect(recording.terminals == ["completed"])
    #expect([source.disposals, inner.disposals] == [1, 1])
  }

  @Test("terminal events of a replaced inner sequence are ignored")
  func ignoresReplaced() {
    let source = SourceProbe<Int>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let recording = source.observable.flatMapLatest { inner[$0].observable }.record()
    source.send(0, 1)
    source.complete()
    inner[0].complete()
    inner[0].fail(TestError.one)
    #expect(recording.terminals == [])
    inner[1].send(5)
    #expect(recording.elements == [5])
  }

  @Test("an element that the source emits while the previous sequence is disposed is the latest")
  func emitsInsideDisposal() throws {
    let source = SourceProbe<String>()
    let inner = ["A": SourceProbe<String>(), "B": SourceProbe<String>(), "C": SourceProbe<String>()]
    let recording = source.observable.flatMapLatest { name in
      (inner[name]?.observable ?? .empty()).map { name + $0 }.do(onDispose: { if name == "A" { source.send("C") } })
    }.record()
    source.send("A", "B")
    for name in ["A", "B", "C"] { inner[name]?.send("1") }
    #expect(recording.elements == ["C1"])
    recording.dispose()
    #expect(inner.values.allSatisfy { $0.subscriptions == $0.disposals })
  }

  @Test("an element that the source emits while a sequence is subscribed to is the latest")
  func emitsInsideSubscription() {
    let source = SourceProbe<String>()
    let inner = ["A": SourceProbe<String>(), "B": SourceProbe<String>()]
    let recording = source.observable.flatMapLatest { name in
      (inner[name]?.observable ?? .empty()).do(onSubscribe: { if name == "A" { source.send("B") } })
    }.record()
    source.send("A")
    for name in ["A", "B"] { inner[name]?.send(name) }
    #expect(recording.elements == ["B"])
    source.complete()
    inner["B"]?.complete()
    #expect(recording.terminals == ["completed"])
    #expect(inner.values.allSatisfy { $0.subscriptions == $0.disposals })
  }

  @Test("all elements of inner sequences that end inside subscribe are emitted")
  func emitsImmediately() {
    let recording = Observable<Int>.create { observer in
      for number in 1...3 { observer.onNext(number) }
      observer.onCompleted()
      return Disposables.create()
    }.flatMapLatest { Observable.just($0 * 10) }.record()
    #expect(recording.elements == [10, 20, 30])
    #expect(recording.terminals == ["completed"])
  }

  @Test("a switch during an element stops the sequence that emitted it")
  func survivesReentrancy() {
    let source = SourceProbe<Int>()
    let recording = source.observable.flatMapLatest { number in
      Observable<Int>.create { observer in
        for offset in 0..<3 { observer.onNext(number + offset) }
        return Disposables.create()
      }
    }.do(onNext: { if $0 == 10 { source.send(20) } }).record()
    source.send(10)
    #expect(recording.elements == [10, 20, 21, 22])
  }

  @Test("a waiting element is dropped if the next sequence starts before it is delivered")
  func dropsWaiting() {
    let source = SourceProbe<Int>()
    let inner = [SourceProbe<Int>(), SourceProbe<Int>()]
    let switched = source.observable.flatMapLatest { inner[$0].observable }
    let events = eventsWhenOverlapping(
      switched,
      first: {
        source.send(0)
        inner[0].send(1)
      },
      second: {
        inner[0].send(2)
        source.send(1)
        inner[1].send(3)
      })
    #expect(events == ["next(1)", "next(3)"])
  }

  @Test("an error that arrives during a delivery waits")
  func isSerial() {
    let source = BehaviorSubject(value: 0)
    let inner = PublishSubject<Int>()
    let switched = source.flatMapLatest { _ in inner }
    #expect(
      eventsWhenOverlapping(switched, first: { inner.onNext(1) }, second: { source.onError(TestError.one) })
        == ["next(1)", "error(one)"])
  }

  @Test("concurrent events of two threads are delivered one at a time")
  func survivesConcurrentEvents() {
    let source = PublishSubject<Int>()
    let inner = PublishSubject<Int>()
    let switched = source.flatMapLatest { inner.startWith($0) }
    let result = emitFromTwoThreads(switched, { source.onNext($0) }, { inner.onNext($0) })
    #expect(!result.overlapped)
  }
}
