internal import DeliveryCore

extension MergeOperator {
  /// Merges the inner sequences, subscribing to at most `maxConcurrent` of them at a time.
  ///
  /// Here each inner sequence is `b`, and emits the element for which it was created:
  ///
  /// ```swift
  /// a.map { x in b.map { _ in x } }.merge(maxConcurrent: 2)
  /// ```
  /// ```
  /// a      -1-2-3---|
  /// b      ---0--0|
  /// b (1)  -^------!
  /// b (2)  ---^------!
  /// b (3)  --------^------!
  /// merge  ----1-21-2-3--3|
  /// ```
  ///
  /// Any number of further inner sequences wait, in order, until a running one completes. An error from the source or
  /// an inner sequence terminates the sequence. It completes when the source and all inner sequences have completed. A
  /// `maxConcurrent` below one stops the program.
  ///
  /// Semantics: ReactiveX, Merge.
  public func callAsFunction(maxConcurrent: Int) -> Observable<Inner.Element> {
    require(
      maxConcurrent > 0, "merge(maxConcurrent:) was given \(maxConcurrent): no inner sequence would be subscribed to.")
    return Operator(sources) {
      let sink = MergeMaxConcurrentSink<Inner, Inner.Element>(
        selector: { $0.asObservable() }, innerType: InnerSink.self, observer: $0)
      sink.limit = maxConcurrent
      return sink
    }
  }
}

/// Merges inner sequences, at most `limit` at a time.
///
/// When a sequence completes, its thread subscribes to waiting sequences in a loop. If one of these completes inside
/// its own subscription, the running loop continues with the next, so the stack does not grow.
final class MergeMaxConcurrentSink<Element, Output>: MergeSink<Element, Output>, @unchecked Sendable {
  /// Set before the sink subscribes to the source.
  var limit = 1
  private let lock = Lock()
  // Guarded by the lock. While a sequence is waiting, either the limit is reached or the loop is running.
  @exclusivity(unchecked) private var waiting = Queue<Observable<Output>>()
  @exclusivity(unchecked) private var active = 0
  @exclusivity(unchecked) private var isSubscribing = false

  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    let mustSubscribe = lock.withLock {
      if active < limit, waiting.isEmpty {
        active += 1
        return true
      }
      waiting.append(source)
      return false
    }
    if mustSubscribe { subscribeAnywhere(to: source) }
  }

  override func innerCompleted() {
    let mustSubscribe = lock.withLock {
      active -= 1
      if isSubscribing || waiting.isEmpty { return false }
      isSubscribing = true
      return true
    }
    if mustSubscribe {
      while let source = takeNext() { subscribeAnywhere(to: source) }
    }
    finish()
  }

  private func takeNext() -> Observable<Output>? {
    lock.withLock {
      if active < limit, let source = waiting.popFirst() {
        active += 1
        return source
      }
      isSubscribing = false
      return nil
    }
  }

  override func addResources(to rest: inout [any Disposable]) {
    super.addResources(to: &rest)
    var dropped = Queue<Observable<Output>>()  // Released after unlocking.
    lock.withLock { swap(&dropped, &waiting) }
  }
}
