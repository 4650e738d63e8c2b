import RxCore
import TestSupport
import Testing

@Suite("flatMapLatest", .dedicatedThreads)
struct FlatMapLatestTests {
  @Test("disposes the previous one before it subscribes to the next")
  func disposesFirst() {
    let source = SourceProbe<Int>()
    let log = Log<String>()
    let recording = source.observable.flatMapLatest { number in
      Observable<Int>.create { _ in
        log.add("subscribed \(number)")
        return Disposables.create(with: { log.add("disposed \(number)") })
      }
    }.record()
    source.send(1, 2)
    recording.dispose()
    #expect(log.entries == ["subscribed 1", "disposed 1", "subscribed 2", "disposed 2"])
  }

  @Test("completes when the source and the latest inner sequence have, in either order", arguments: [false, true])
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

  @Test("the end of an inner sequence that was replaced does not complete it")
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

  @Test("inner sequences that end inside their subscription are emitted whole")
  func sendsAtOnce() {
    let recording = Observable<Int>.create { observer in
      for number in 1...3 { observer.onNext(number) }
      observer.onCompleted()
      return Disposables.create()
    }.flatMapLatest { Observable.just($0 * 10) }.record()
    #expect(recording.elements == [10, 20, 30])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error of the source, of the latest or thrown by the selector ends it and frees all", arguments: 0..<3)
  func fails(place: Int) {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.flatMapLatest { number in
      if number == 2 { throw TestError.one }
      return inner.observable
    }.record()
    source.send(1)
    switch place {
    case 0: source.fail(TestError.one)
    case 1: inner.fail(TestError.one)
    default: source.send(2)
    }
    inner.send(1)
    source.send(1)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
    #expect([source.disposals, inner.subscriptions, inner.disposals] == [1, 1, 1])
  }

  @Test("emits nothing after disposal from inside an element, and frees all")
  func disposes() {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.flatMapLatest { _ in inner.observable }.record(disposeAfter: 1)
    source.send(1)
    inner.send(1, 2)
    source.send(2)
    source.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == [])
    #expect([source.disposals, inner.subscriptions, inner.disposals] == [1, 1, 1])
  }

  @Test("disposal from inside the selector disposes what it returns")
  func disposesInSelector() {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let subscription = SingleAssignmentDisposable()
    let log = Log<String>()
    let switched = source.observable.flatMapLatest { _ in
      subscription.dispose()
      return inner.observable
    }
    subscription.setDisposable(switched.subscribe { log.add("\($0)") })
    source.send(1)
    inner.send(1)
    #expect(log.entries == [])
    #expect(source.disposals == 1)
    #expect(inner.disposals == inner.subscriptions)
  }

  @Test("a switch from inside an element silences the sequence that emitted it")
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

  @Test("an element that waits is dropped if the next sequence comes first")
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

  @Test("an error that comes while an element is delivered waits")
  func isSerial() {
    let source = BehaviorSubject(value: 0)
    let inner = PublishSubject<Int>()
    let switched = source.flatMapLatest { _ in inner }
    #expect(
      eventsWhenOverlapping(switched, first: { inner.onNext(1) }, second: { source.onError(TestError.one) })
        == ["next(1)", "error(one)"])
  }

  @Test("events that two threads emit at once are delivered one at a time")
  func survivesHammering() {
    let source = PublishSubject<Int>()
    let inner = PublishSubject<Int>()
    let switched = source.flatMapLatest { inner.startWith($0) }
    let result = hammer(switched, { source.onNext($0) }, { inner.onNext($0) })
    #expect(!result.overlapped)
  }

  @Test("frees its observer when it completes, fails and is disposed")
  func frees() {
    let source = PublishSubject<Int>()
    let inner = PublishSubject<Int>()
    #expect(
      freesObserver(of: source.flatMapLatest { _ in inner }) { subscription in
        source.onNext(1)
        subscription.dispose()
      })
    #expect(
      freesObserver(of: source.flatMapLatest { _ in inner }) { _ in
        source.onNext(1)
        inner.onError(TestError.one)
      })
    #expect(freesObserver(of: source.flatMapLatest { _ in inner }) { _ in source.onCompleted() })
  }
}
