import Synchronization

/// The engine of the operators that merge inner sequences: forwards the elements of any number of them, and completes
/// when the source and all of them have completed.
///
///     source ──▶ MergeSink ──▶ observer (downstream)
///                 │  ▲
///           group │  │ parent
///                 ▼  │
///             InnerSink ◀── inner sequence (one for each)
@usableFromInline
class MergeSink<Element, Output>: FlatteningSink<Element, Output>, @unchecked Sendable {
  /// How many sequences have not completed: the source and the inner ones.
  private final let running = Atomic<Int>(1)
  /// The subscriptions to inner sequences that have not ended.
  private final let group = CompositeDisposable()

  override func disposeSources() {
    super.disposeSources()
    group.dispose()
  }

  /// Subscribes to an inner sequence.
  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    subscribe(to: source)
  }

  /// Counts an inner sequence, which is subscribed now or later.
  final func expect() {
    running.wrappingAdd(1, ordering: .relaxed)
  }

  /// Counts the end of one of the sequences.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      serialize { $0.forwardCompleted() }
    }
  }

  /// An inner sequence has completed; an override ends with ``finish()``.
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
