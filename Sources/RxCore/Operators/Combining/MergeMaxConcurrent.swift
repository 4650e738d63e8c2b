internal import DeliveryCore

extension MergeOperator {
  /// Sends what the inner sequences send, as it comes, with at most `maxConcurrent` of them subscribed at a time. The
  /// others wait, in order, until one completes. An error of any of them ends the sequence; it completes when all have.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction(maxConcurrent: Int) -> Observable<Inner.Element> {
    MergeMaxConcurrent(source: sources, limit: maxConcurrent)
  }
}

/// Merges inner sequences, no more than a number of them at a time.
///
/// Whoever ends the last of a full number subscribes to those that wait, in a loop: one that ends inside its own
/// subscription finds the loop running and leaves the rest to it, so the stack does not grow.
class MergeMaxConcurrentSink<Element, Output>: MergeSink<Element, Output>, @unchecked Sendable {
  private final let limit: Int
  private final let lock = Lock()
  // Guarded by the lock. Where someone waits, either the limit is reached or the loop runs.
  @exclusivity(unchecked) private final var waiting = Queue<Observable<Output>>()
  @exclusivity(unchecked) private final var active = 0
  @exclusivity(unchecked) private final var isSubscribing = false

  init(limit: Int, observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.limit = limit
    super.init(observer: observer, cancel: cancel)
  }

  /// Subscribes to one more inner sequence, now or when its turn has come.
  final func enqueue(_ source: Observable<Output>) {
    expect()
    let isNext = lock.withLock {
      if active < limit, waiting.isEmpty {
        active += 1
        return true
      }
      waiting.append(source)
      return false
    }
    if isNext { subscribe(to: source) }
  }

  final override func innerCompleted() {
    let mustSubscribe = lock.withLock {
      active -= 1
      if isSubscribing || waiting.isEmpty { return false }
      isSubscribing = true
      return true
    }
    if mustSubscribe {
      while let source = takeNext() { subscribe(to: source) }
    }
    finish()
  }

  private final func takeNext() -> Observable<Output>? {
    lock.withLock {
      if active < limit, let source = waiting.popFirst() {
        active += 1
        return source
      }
      isSubscribing = false
      return nil
    }
  }

  override func dispose() {
    super.dispose()
    var dropped = Queue<Observable<Output>>()  // Freed after unlocking.
    lock.withLock { swap(&dropped, &waiting) }
  }
}

private final class MergeMaxConcurrentSourcesSink<Source: ObservableConvertibleType>:
  MergeMaxConcurrentSink<Source, Source.Element>, @unchecked Sendable
{
  override func onNext(_ source: Source) {
    if !isDisposed { enqueue(source.asObservable()) }
  }
}

private final class MergeMaxConcurrent<Source: ObservableConvertibleType>: Producer<Source.Element>,
  @unchecked Sendable
{
  private let source: Observable<Source>
  private let limit: Int

  init(source: Observable<Source>, limit: Int) {
    self.source = source
    self.limit = limit
  }

  override func run(
    _ observer: ObserverBase<Source.Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = MergeMaxConcurrentSourcesSink<Source>(limit: limit, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), sink.group))
  }
}
