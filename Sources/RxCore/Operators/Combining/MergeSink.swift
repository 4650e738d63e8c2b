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

  final override var inner: DisposableObject { group }

  /// Subscribes to an inner sequence.
  override func subscribeInner(_ source: Observable<Output>) {
    expect()
    var inner = spare ?? MergeInnerObserver()
    spare = nil
    inner.begin(parent: self)
    var hasEnded = false
    source.attach(inner) { [inner] in hasEnded = inner.start($0) }
    if hasEnded, isKnownUniquelyReferenced(&inner) {
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
    source.attach(inner) { _ = inner.start($0) }
  }

  /// Counts the end of one of the sequences.
  final func finish() {
    if running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      inTurn { self.forwardCompleted() }
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
///
///     resting ──begin──▶ active ──first terminal event──▶ ending ──handled──▶ ended ──rest──▶ resting
///
/// | from | to | moved by |
/// | --- | --- | --- |
/// | resting | active | the thread that subscribes, before it subscribes |
/// | active | ending | the thread that emits the terminal event; one exchange decides which event is the first |
/// | ending | ended | the same thread, with its last access to this object |
/// | ended | resting | the thread that subscribed, if it finds `ended` after subscribing and refers to this alone |
///
/// `parent` is written in `begin` and `rest` only, and read by the other threads only while active or ending. The store of
/// `ended` releases and the load of it acquires, so those reads come before `rest`. After an error this stays `ending`.
private final class MergeInnerObserver<Element, Output>: ObserverBase<Output>, Disposable, @unchecked Sendable {
  private static var active: UInt8 { 0 }
  private static var ending: UInt8 { 1 }
  private static var ended: UInt8 { 2 }

  @exclusivity(unchecked) private var parent: MergeSink<Element, Output>?
  private let state = Atomic<UInt8>(0)
  /// Written before the group knows this, and taken by `dispose`, which the group calls once.
  @exclusivity(unchecked) private var subscription: (any Disposable)?
  /// Where the group keeps this, or zero.
  private let key = Atomic<UInt64>(0)

  func begin(parent: MergeSink<Element, Output>) {
    self.parent = parent
    state.store(Self.active, ordering: .relaxed)
  }

  /// Releases the parent, which keeps this observer for its next inner sequence. Called by the only owner, once ended.
  func rest() {
    parent = nil
  }

  /// Keeps the subscription until the sequence ends. Returns whether the sequence has ended already, and no other thread
  /// uses this any more.
  func start(_ started: any Disposable) -> Bool {
    let now = state.load(ordering: .acquiring)
    if now != Self.active {
      started.dispose()
      return now == Self.ended
    }
    subscription = started
    if let entry = parent?.add(self) {
      // Sequentially consistent: `onCompleted` sets `state`, then takes `key`; at least one side sees both and leaves the
      // group.
      key.store(entry.number, ordering: .sequentiallyConsistent)
      if state.load(ordering: .sequentiallyConsistent) != Self.active { leaveGroup() }
    }
    return false
  }

  func dispose() {
    subscription.take()?.dispose()
  }

  override func onNext(_ element: Output) { parent?.emit(element) }

  override func onError(_ error: any Error) {
    guard beginsToEnd() else { return }
    parent?.onError(error)
  }

  override func onCompleted() {
    guard beginsToEnd() else { return }
    leaveGroup()
    parent?.innerCompleted()
    state.store(Self.ended, ordering: .releasing)
  }

  /// Whether the caller's event is the first terminal one.
  @inline(__always)
  private func beginsToEnd() -> Bool {
    state.compareExchange(expected: Self.active, desired: Self.ending, ordering: .sequentiallyConsistent).exchanged
  }

  private func leaveGroup() {
    let number = key.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { parent?.remove(CompositeDisposable.DisposeKey(number: number)) }
  }
}
