import Synchronization

/// The engine behind the merging operators: forwards the elements of all inner sequences, and completes when the source
/// and all inner sequences have completed.
///
///     source ──▶ MergeSink ──▶ observer (downstream)
///                 │  ▲
///           group │  │ parent
///                 ▼  │
///             InnerSink ◀── inner sequence (one for each)
@usableFromInline
class MergeSink<Element, Output>: FlatteningSink<Element, Output>, @unchecked Sendable {
  /// The number of sequences that have not completed, including the source.
  private final let running = Atomic<Int>(1)
  /// The subscriptions to the running inner sequences.
  private final let group = CompositeDisposable()

  override func addResources(to rest: inout [any Disposable]) { rest.append(group) }

  /// Subscribes to an inner sequence.
  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    subscribe(to: source)
  }

  /// Counts an inner sequence that is to be subscribed to, now or later.
  final func expect() {
    running.wrappingAdd(1, ordering: .relaxed)
  }

  /// Counts the completion of a sequence, and completes downstream after the last one.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      serialize { $0.forwardCompleted() }
    }
  }

  /// An inner sequence completed. An override must end with ``finish()``.
  func innerCompleted() { finish() }

  @usableFromInline
  final override func onCompleted() {
    super.onCompleted()
    finish()
  }

  final override func keep(_ inner: InnerSink<Element, Output>, as upstream: any Upstream) {
    inner.number = group.insert(upstream)?.number ?? 0
  }

  final override func emit(_ element: Output, from inner: InnerSink<Element, Output>) {
    serialize(element) { $0.forwardNext($1) }
  }

  final override func fail(_ error: any Error, from inner: InnerSink<Element, Output>) { onError(error) }

  final override func complete(_ inner: InnerSink<Element, Output>) {
    if inner.number > 0 { group.remove(for: CompositeDisposable.DisposeKey(number: inner.number)) }
    inner.dispose()
    innerCompleted()
  }
}
