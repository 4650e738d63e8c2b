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

  @Test("an inner sequence is freed when it ends, while the source continues")
  func freesInner() throws {
    try play { marbles in
      // The element after the end would be delivered if the subscription still existed.
      let inner = marbles.scheduler.createColdObservable([.next(1, 1), .completed(2), .next(4, 2)])
      return try marbles.hot("-0-----|").flatMap { _ in inner }
    }.expect("--1----|", "^------!")
  }
}
