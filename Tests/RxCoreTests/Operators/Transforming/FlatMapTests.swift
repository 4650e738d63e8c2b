import RxCore
import RxTesting
import Synchronization
import TestSupport
import Testing

@Suite("flatMap", .dedicatedThreads)
struct FlatMapTests {
  @Test("merges the selector's sequences")
  func flatMaps() {
    let recording = Observable.of(1, 2).flatMap { Observable.of($0, $0 * 10) }.record()
    #expect(recording.elements.sorted() == [1, 2, 10, 20])
    #expect(recording.terminals == ["completed"])
  }

  @Test("a sequence whose selector disposes the subscription is not subscribed to", arguments: 0..<4)
  func disposedBySelector(form: Int) {
    let (source, inner, subscription) = (SourceProbe<Int>(), SourceProbe<Int>(), SerialDisposable())
    let selector: @Sendable (Int) -> Observable<Int> = { _ in
      subscription.dispose()
      return inner.observable
    }
    let result =
      switch form {
      case 0: source.observable.flatMap(selector)
      case 1: source.observable.concatMap(selector)
      case 2: source.observable.flatMapFirst(selector)
      default: source.observable.flatMapLatest(selector)
      }
    subscription.disposable = result.subscribe(onNext: { _ in })
    source.send(1)
    #expect(inner.subscriptions == 0)
  }

  @Test("inner sequences continue after the source completes, and the last one completes the result")
  func waitsForInner() {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.flatMap { _ in inner.observable }.record()
    source.send(1)
    source.complete()
    inner.send(5)
    #expect(recording.terminals == [])
    inner.complete()
    #expect(recording.elements == [5])
    #expect(recording.terminals == ["completed"])
  }

  @Test("an error from the source, an inner sequence or the selector ends the sequence and frees all", arguments: 0..<3)
  func fails(place: Int) {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.flatMap {
      if $0 == 2 { throw TestError.one }
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
    inner.fail(TestError.two)
    #expect(recording.elements == [])
    #expect(recording.terminals == ["one"])
    #expect(source.disposals == 1)
    #expect(inner.disposals == inner.subscriptions)
    #expect(inner.subscriptions == 1)
  }

  @Test("emits nothing after disposal during an element, and frees all sources")
  func disposes() {
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let recording = source.observable.flatMap { _ in inner.observable }.record(disposeAfter: 1)
    source.send(1, 2)
    inner.send(7)
    source.send(3)
    source.complete()
    inner.complete()
    #expect(recording.elements == [7])
    #expect(recording.terminals == [])
    #expect(source.disposals == 1)
    #expect([inner.subscriptions, inner.disposals] == [2, 2])
  }

  @Test("disposal inside the selector disposes the returned sequence")
  func disposesInSelector() {
    let subscription = SingleAssignmentDisposable()
    let source = SourceProbe<Int>()
    let inner = SourceProbe<Int>()
    let elements = Guarded<[Int]>([])
    let merged = source.observable.flatMap { _ in
      subscription.dispose()
      return inner.observable
    }
    subscription.setDisposable(merged.subscribe(onNext: { element in elements.withLock { $0.append(element) } }))
    source.send(1)
    inner.send(1)
    #expect(elements.withLock { $0 } == [])
    #expect(source.disposals == 1)
    #expect(inner.disposals == inner.subscriptions)
  }

  @Test("an inner sequence is released when it ends, while others continue")
  func releasesInner() {
    let source = PublishSubject<Int>()
    weak var weakInner: PublishSubject<Int>?
    let last = Guarded<PublishSubject<Int>?>(nil)
    let subscription = source.flatMap { _ in
      let inner = PublishSubject<Int>()
      last.withLock { $0 = inner }
      return inner
    }.subscribe(onNext: { _ in })
    source.onNext(1)
    weakInner = last.withLock { $0 }
    last.withLock { $0 }?.onCompleted()
    last.withLock { $0 = nil }
    #expect(weakInner == nil)
    subscription.dispose()
  }

  @Test("frees its observer when it completes, fails or is disposed")
  func frees() {
    let source = PublishSubject<Int>()
    let inner = PublishSubject<Int>()
    #expect(
      freesObserver(of: source.flatMap { _ in inner }) { subscription in
        source.onNext(1)
        subscription.dispose()
      })
    #expect(
      freesObserver(of: source.flatMap { _ in inner }) { _ in
        source.onNext(1)
        inner.onError(TestError.one)
      })
    #expect(freesObserver(of: source.flatMap { _ in inner }) { _ in source.onCompleted() })
  }

  /// A source that ends on another thread during `subscribe`. Only the operator synchronises the two threads, so the
  /// thread sanitizer can find a missing synchronisation in the operator.
  private final class EndsOnAnotherThread: Observable<Int>, @unchecked Sendable {
    private let observers = Guarded<[ObserverBase<Int>]>([])
    private let ended = Atomic<Int>(0)

    override func subscribe(erased observer: ObserverBase<Int>) -> any Disposable {
      let before = ended.load(ordering: .relaxed)
      observers.withLock { $0 = [observer] }
      while ended.load(ordering: .relaxed) == before { continue }
      return Disposables.create()
    }

    func end(times: Int) {
      while ended.load(ordering: .relaxed) < times {
        let mustEnd = endOne()
        if mustEnd { ended.wrappingAdd(1, ordering: .relaxed) }
      }
    }

    private func endOne() -> Bool {
      guard let observer = observers.withLock({ $0.popLast() }) else { return false }
      observer.onNext(1)
      observer.onCompleted()
      return true
    }
  }

  @Test("inner sequences can end on another thread while they are being subscribed to")
  func endsOnAnotherThread() {
    let source = PublishSubject<Int>()
    let inner = EndsOnAnotherThread()
    let recording = source.flatMap { _ in inner }.record()
    onThreads(2) { index in
      if index == 0 { inner.end(times: 300) } else { for number in 0..<300 { source.onNext(number) } }
    }
    source.onCompleted()
    #expect(recording.elements.count == 300)
    #expect(recording.terminals == ["completed"])
  }
}

@Suite("flatMap in virtual time")
struct FlatMapTimeTests {
  @Test("emits the elements of each inner sequence from its subscription on")
  func emits() throws {
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0--1----|").flatMap { inner[$0] }
    }.expect("--1-3254-|", "-^-----!", "----^---!", "^--------!")
    try play { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0--1|").flatMap { inner[$0] }
    }.expect("--1-3254|", "-^-----!", "----^---!", "^----!")
  }

  @Test("fails with the source, with a sequence or when the closure throws, and frees the rest")
  func fails() throws {
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0--#").flatMap { _ in inner }
    }.expect("--1-#", "-^--!", "^---!")
    try play { marbles in
      let inner = [try marbles.cold("-1--5|"), try marbles.cold("-#", error: TestError.two)]
      return try marbles.hot("-0-1---|").flatMap { inner[$0] }
    }.expect("--1-#", "-^--!", "---^!", "^---!", error: TestError.two)
    try play { marbles in
      let inner = try marbles.cold("-1-3-5|")
      return try marbles.hot("-0-1---|").flatMap { if $0 == 1 { throw TestError.one } else { inner } }
    }.expect("--1#", "-^-!", "^--!", error: TestError.one)
  }

  @Test("disposal frees the source and the inner sequences")
  func disposes() throws {
    try play("^----!") { marbles in
      let inner = [try marbles.cold("-1-3-5|"), try marbles.cold("-2-4|")]
      return try marbles.hot("-0-1---|").flatMap { inner[$0] }
    }.expect("--1-(32)", "-^---!", "---^-!", "^----!")
  }

  @Test("an inner sequence is freed when it ends, while the source continues")
  func freesInner() throws {
    try play { marbles in
      // The element after the end would be delivered if the subscription still existed.
      let inner = marbles.scheduler.createColdObservable([.next(1, 1), .completed(2), .next(4, 2)])
      return try marbles.hot("-0-----|").flatMap { _ in inner }
    }.expect("--1----|", "^------!")
  }
}
