import Synchronization

/// The engine of the operators that merge inner sequences: forwards the elements of any number of them, and completes
/// when the source and all of them have completed.
///
///     source ──▶ MergeSink ──▶ observer (downstream)
///                 │  ▲
///           group │  │ parent
///                 ▼  │
///           MergeInnerSink ◀── inner sequence (one for each)
class MergeSink<Element, Output>: FlatteningSink<Element, Output>, @unchecked Sendable {
  /// How many sequences have not completed: the source and the inner ones.
  private final let running = Atomic<Int>(1)
  /// The subscriptions to inner sequences that have not ended.
  private final let group = CompositeDisposable()

  /// An inner observer whose sequence ended while it was being subscribed, and that nothing else refers to: the next
  /// inner sequence reuses it. Only the thread that the source emits on uses this.
  @exclusivity(unchecked) private final var spare: MergeInnerSink<Element, Output>?
  /// Looking the type up for each element would cost more than the rest.
  private final let innerType = MergeInnerSink<Element, Output>.self

  override func disposeSources() {
    super.disposeSources()
    group.dispose()
  }

  /// Subscribes to an inner sequence.
  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    var inner = spare ?? innerType.init()
    spare = nil
    inner.begin(parent: self)
    source.subscribe(stage: inner)
    if inner.hasEnded, isKnownUniquelyReferenced(&inner) {
      inner.rest()
      spare = inner
    }
  }

  /// Counts an inner sequence, which is subscribed now or later.
  final func expect() {
    running.wrappingAdd(1, ordering: .relaxed)
  }

  /// Subscribes to an inner sequence that has been counted. May be called from any thread.
  final func subscribeExpected(_ source: Observable<Output>) {
    let inner = innerType.init()
    inner.begin(parent: self)
    source.subscribe(stage: inner)
  }

  /// Counts the end of one of the sequences.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      serialize { $0.forwardCompleted() }
    }
  }

  /// An inner sequence has completed; an override ends with ``finish()``.
  func innerCompleted() { finish() }

  final override func onCompleted() {
    super.onCompleted()
    finish()
  }

  fileprivate final func emit(_ element: Output) {
    serialize(element) { $0.forwardNext($1) }
  }

  fileprivate final func add(_ inner: MergeInnerSink<Element, Output>) -> CompositeDisposable.DisposeKey? {
    group.insert(inner)
  }

  fileprivate final func remove(_ key: CompositeDisposable.DisposeKey) {
    group.remove(for: key)
  }
}

/// The observer of one inner sequence, in the parent's group while that runs.
///
///     resting ──begin──▶ active ──first terminal event──▶ ending ──handled──▶ ended ──rest──▶ resting
///
/// The thread that subscribes begins, before it subscribes. It lets the observer rest if it finds it `ended` after that, and
/// refers to it alone. `parent` is written in these two steps only. The store of `end` releases and the load of it acquires, so
/// what another thread did while active or ending comes before `rest`. After an error `end` is not set. Only the first terminal
/// event counts.
private final class MergeInnerSink<Element, Output>: PartSink<Output>, @unchecked Sendable {
  @exclusivity(unchecked) private var parent: MergeSink<Element, Output>?
  private let isEnding = Atomic<Bool>(false)
  private let end = Atomic<Bool>(false)
  /// Where the group keeps this. Written before the sequence emits.
  @exclusivity(unchecked) private var key: CompositeDisposable.DisposeKey?

  required override init() {}

  func begin(parent: MergeSink<Element, Output>) {
    self.parent = parent
  }

  /// Makes the observer as new. Called by the only owner, once ended.
  func rest() {
    parent = nil
    key = nil
    isEnding.store(false, ordering: .relaxed)
    end.store(false, ordering: .relaxed)
    reset()
  }

  /// Whether the sequence has ended, and no other thread uses this any more.
  var hasEnded: Bool { end.load(ordering: .acquiring) }

  override func onSubscribe(_ upstream: any Upstream) {
    if connect(upstream) { key = parent?.add(self) }
  }

  override func onNext(_ element: Output) { parent?.emit(element) }

  override func sourceFailed(_ error: any Error) {
    if !isEnding.exchange(true, ordering: .relaxed) { parent?.onError(error) }
  }

  override func sourceCompleted() {
    if isEnding.exchange(true, ordering: .relaxed) { return }
    if let key { parent?.remove(key) }
    dispose()  // Before the last step: after it, the observer may be used again.
    parent?.innerCompleted()
    end.store(true, ordering: .releasing)
  }
}
