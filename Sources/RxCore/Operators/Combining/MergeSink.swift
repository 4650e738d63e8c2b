import Synchronization

/// The engine of the operators that merge inner sequences: forwards the elements of any number of them, and completes
/// when the source and all of them have completed.
///
///     source ──▶ MergeSink ──▶ observer (downstream)
///                 │  ▲
///           group │  │ parent
///                 ▼  │
///           MergeInnerObserver ◀── inner sequence (one for each)
class MergeSink<Element, Output>: InnerSourcesSink<Element, Output>, @unchecked Sendable {
  /// How many sequences have not completed: the source and the inner ones.
  private final let running = Atomic<Int>(1)
  /// The subscriptions to inner sequences that have not ended.
  private final let group = CompositeDisposable()

  /// An inner observer whose sequence ended while it was being subscribed, and that nothing else refers to: the next
  /// inner sequence reuses it. Only the thread that the source emits on uses this.
  @exclusivity(unchecked) private final var spare: MergeInnerObserver<Element, Output>?

  final override var inner: any Disposable { group }

  /// Subscribes to an inner sequence.
  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    var inner = spare ?? MergeInnerObserver()
    spare = nil
    inner.begin(parent: self)
    if inner.start(source.subscribe(erased: inner)), isKnownUniquelyReferenced(&inner) {
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
    let inner = MergeInnerObserver<Element, Output>()
    inner.begin(parent: self)
    _ = inner.start(source.subscribe(erased: inner))
  }

  /// Counts the end of one of the sequences.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      serially { self.forwardCompleted() }
    }
  }

  /// An inner sequence has completed; an override ends with ``finish()``.
  func innerCompleted() { finish() }

  final override func onCompleted() { finish() }

  fileprivate final func emit(_ element: Output) {
    if enter() {
      forwardNext(element)
      leave()
    } else {
      postpone { self.forwardNext(element) }
    }
  }

  fileprivate final func add(_ inner: MergeInnerObserver<Element, Output>) -> CompositeDisposable.DisposeKey? {
    group.insert(inner)
  }

  fileprivate final func remove(_ key: CompositeDisposable.DisposeKey) {
    group.remove(for: key)
  }
}

/// The observer of one inner sequence, and, in the parent's group until that ends, its disposable.
private final class MergeInnerObserver<Element, Output>: ObserverBase<Output>, Disposable, @unchecked Sendable {
  @exclusivity(unchecked) private var parent: MergeSink<Element, Output>?
  private let isDone = Atomic<Bool>(false)
  /// Written before the group knows this, and taken by `dispose`, which the group calls once.
  @exclusivity(unchecked) private var subscription: (any Disposable)?
  /// Where the group keeps this, or zero.
  private let key = Atomic<UInt64>(0)

  func begin(parent: MergeSink<Element, Output>) {
    self.parent = parent
    isDone.store(false, ordering: .relaxed)
  }

  /// Releases the parent, which keeps this observer for its next inner sequence.
  func rest() {
    parent = nil
  }

  /// Keeps the subscription until it ends; `true` if it has ended already.
  func start(_ started: any Disposable) -> Bool {
    if isDone.load(ordering: .acquiring) {
      started.dispose()
      return true
    }
    subscription = started
    if let entry = parent?.add(self) {
      // Sequentially consistent: `onCompleted` sets `isDone`, then takes `key`; at least one side sees both and leaves
      // the group.
      key.store(entry.number, ordering: .sequentiallyConsistent)
      if isDone.load(ordering: .sequentiallyConsistent) { leaveGroup() }
    }
    return false
  }

  func dispose() {
    subscription.take()?.dispose()
  }

  override func onNext(_ element: Output) { parent?.emit(element) }

  override func onError(_ error: any Error) {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    parent?.onError(error)
  }

  override func onCompleted() {
    guard !isDone.exchange(true, ordering: .sequentiallyConsistent) else { return }
    leaveGroup()
    parent?.innerCompleted()
  }

  private func leaveGroup() {
    let number = key.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { parent?.remove(CompositeDisposable.DisposeKey(number: number)) }
  }
}
