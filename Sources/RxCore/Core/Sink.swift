internal import DeliveryCore
import Synchronization

/// One subscription of an operator: receives the source's events and forwards its own.
///
/// A sink owns the downstream observer and holds the subscription's state. It forwards at most one terminal event, then
/// disposes itself. After disposal it forwards nothing.
///
///     final class DoublingSink: Sink<Int, Int>, @unchecked Sendable {
///       override func onNext(_ element: Int) { forwardNext(element * 2) }
///     }
///
/// A subclass must restate `@unchecked Sendable`. In a module whose default isolation is the main actor, it must also
/// be `nonisolated`.
open class Sink<Element, Output>: ObserverBase<Element>, Disposable, @unchecked Sendable {
  // A sink holds the subscription to its source. Neighbouring sinks retain each other while the subscription runs; the
  // end of the subscription breaks the cycle:
  //
  //     source ──observer──▶ sink ──observer──▶ sink ──observer──▶ observer
  //        ◀───upstream──────┘  ◀────upstream─────┘
  //
  // Any thread may silence the sink at any time. Everything else is guarded by the lock:
  //
  //     waiting ───hold───▶ holding an upstream ────end────▶ ended
  //        ▲                        │
  //        └──────takeUpstream──────┘
  //
  // The first call of `end`, in either of the first two states, takes the upstream and ends it. An upstream that
  // arrives while the sink holds one is ignored; one that arrives after the end is disposed.

  /// The downstream observer.
  public final let observer: ObserverBase<Output>
  private final let isSilent = Atomic<Bool>(false)
  /// Guarded by the lock, and declared before it: behind it, padding would cost each sink 8 bytes.
  @exclusivity(unchecked) private final var hasEnded = false
  private final let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private final var upstream: (any Upstream)?
  /// The disposable that `subscribe` has returned. The end of the sink empties it.
  @exclusivity(unchecked) private final var subscription: SinkHandle?

  #if DEBUG
    /// The identity of the thread that is forwarding an event, or zero.
    private final let forwarder = Atomic<UInt>(0)

    package final var stageUpstream: (any Upstream)? { lock.withLock { hasEnded ? NopDisposable.noOp : upstream } }

    package final override var subscriptionPlace: String? { observer.subscriptionPlace }
  #endif

  /// Creates a sink that forwards to `observer`.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: the argument of ``Producer/run(_:cancel:)``. The sink disposes `cancel` when the sink ends.
  public init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.observer = observer
    upstream = asUpstream(cancel)
    super.init()
    Resources.count(self)
  }

  /// Creates a sink that is its own subscription. Before anything is emitted, its creator must pass it to
  /// `observer.onSubscribe`, unless something else holds it. (Calling that here would retain and release both objects
  /// once more.)
  init(observer: consuming ObserverBase<Output>) {
    self.observer = observer
    super.init()
    Resources.count(self)
  }

  deinit { Resources.decrementTotal() }

  /// Whether the sink has been disposed or has begun to forward a terminal event.
  ///
  /// If the sink was created with a `cancel`, the subscriber disposes the sink through `cancel`, which takes effect
  /// only once `run(_:cancel:)` has returned.
  public final var isDisposed: Bool { isSilent.load(ordering: .acquiring) }

  /// Forwards `element`, unless disposed.
  @inline(__always)  // Otherwise an event through a chain of `map` and `filter` takes 5% longer.
  public final func forwardNext(_ element: Output) {
    if isDisposed { return }
    watched { observer.onNext(element) }
  }

  /// Forwards `error` and disposes the sink, unless it is already disposed.
  public final func forwardError(_ error: any Error) {
    if !silenceFirst() { return }
    watched { observer.onError(error) }
    finish()
  }

  /// Forwards the completion and disposes the sink, unless it is already disposed.
  public final func forwardCompleted() {
    if !silenceFirst() { return }
    watched { observer.onCompleted() }
    finish()
  }

  /// Forwards an event. A debug build reports another that is being forwarded on another thread.
  @inline(__always)
  private final func watched(_ forward: () -> Void) {
    #if DEBUG
      let thread = currentThread
      let (isFirst, other) = forwarder.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
      if !isFirst, other != thread { reportOverlap(at: self) }
      defer { if isFirst { forwarder.store(0, ordering: .releasing) } }
    #endif
    forward()
  }

  /// Silences the sink before a terminal event. Returns whether the caller is the first to do so, and may pass it on.
  fileprivate final func silenceFirst() -> Bool { !isSilent.exchange(true, ordering: .acquiringAndReleasing) }

  /// Forwards the error. Override to handle it differently.
  open override func onError(_ error: any Error) { forwardError(error) }

  /// Forwards the completion. Override to handle it differently.
  open override func onCompleted() { forwardCompleted() }

  /// Stops forwarding and disposes the subscription. May be called repeatedly, at any time and from any thread.
  public final func dispose() { finish() }

  // MARK: The subscription to the source

  override func onSubscribe(_ upstream: consuming any Upstream) { hold(upstream) }

  /// Holds `upstream` until the end of the sink, which disposes it; disposes it now if the sink has ended. Returns whether
  /// the sink holds it.
  ///
  /// While it holds one, it ignores any other, unless `replaces` is set: the closure of `create`, for example, may
  /// subscribe its observer to several sources.
  @discardableResult
  final func hold(_ upstream: consuming any Upstream, replaces: Bool = false) -> Bool {
    var arrived: (any Upstream)? = consume upstream  // Swapped, because a copy would cost more than the lock.
    var isHeld = false
    let isLate = lock.withLock {
      isHeld = !hasEnded && (replaces || self.upstream == nil)
      if isHeld { swap(&arrived, &self.upstream) }
      return hasEnded
    }
    if isLate { arrived?.dispose() }
    return isHeld
  }

  /// Returns the upstream, which the caller must dispose. The sink may then hold another.
  final func takeUpstream() -> (any Upstream)? { lock.withLock { upstream.take() } }

  /// Disposes the upstream. The sink waits for no other.
  final func endUpstream() { lock.withLock { exchange(&upstream, with: NopDisposable.noOp) }?.dispose() }

  /// Holds the work that `start` starts, and that may call the sink before `start` returns.
  @inline(__always)
  final func holdWork(_ start: () -> any Disposable) {
    hold(NopDisposable.noOp)  // So that a source to which `start` subscribes the sink is not held.
    let work = start()
    if type(of: work) != NopDisposable.self { hold(asUpstream(work), replaces: true) }
  }

  // MARK: The end

  /// Ends the sink and everything upstream. The terminal event, if any, has been forwarded.
  private final func finish() { RxCore.endChain { end(&$0) } }

  package final func end(_ rest: inout [any Upstream]) -> (any Upstream)? {
    isSilent.store(true, ordering: .releasing)
    var (upstream, subscription): ((any Upstream)?, SinkHandle?) = (nil, nil)
    let isFirst = lock.withLock {
      if hasEnded { return false }
      hasEnded = true
      swap(&upstream, &self.upstream)
      swap(&subscription, &self.subscription)
      return true
    }
    if isFirst {
      subscription?.releaseSink()
      addResources(to: &rest)
    }
    return upstream
  }

  /// Called once, when the sink ends. An override adds the subclass's resources to `rest`: the last is disposed first,
  /// and all of them after the upstream.
  func addResources(to rest: inout [any Upstream]) {}
}

extension Sink: Upstream {
  package final var handle: any Disposable {
    lock.withLock {
      if hasEnded { return NopDisposable.noOp }
      let handle = SinkHandle(sink: self)
      subscription = handle
      return handle
    }
  }

  package final func silence() -> [any Disposable] {
    isSilent.store(true, ordering: .releasing)
    return []
  }
}

/// Forwards all events unchanged until disposed.
@usableFromInline
class IdentitySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  @usableFromInline
  override func onNext(_ element: Element) { forwardNext(element) }
}

/// Observes one of an operator's sources, with an upstream of its own. Passes only the first terminal event on to the
/// operator's sink, and none after its disposal. Elements are passed on by the subclass.
@usableFromInline
class PartSink<Element>: Sink<Element, Never>, @unchecked Sendable {
  init() {
    super.init(observer: noObserver)
  }

  /// Called when the source fails.
  func sourceFailed(_ error: any Error) {}

  /// Called when the source completes.
  func sourceCompleted() {}

  final override func onError(_ error: any Error) {
    if !silenceFirst() { return }
    sourceFailed(error)
    dispose()
  }

  final override func onCompleted() {
    if !silenceFirst() { return }
    sourceCompleted()
    dispose()
  }
}

private let noObserver = ObserverBase<Never>()

/// The disposable that `subscribe` returns for the last sink of a chain:
///
///     subscriber ──▶ SinkHandle ◀──▶ sink ──▶ observer
///
/// The end of the subscription breaks the cycle, so that the subscriber then retains only the handle.
final class SinkHandle: Cancelable, Upstream, @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var sink: (any Upstream)?  // Guarded by the lock.

  init(sink: any Upstream) {
    self.sink = sink
  }

  var isDisposed: Bool { lock.withLock { sink == nil } }

  /// The sink, until its end.
  var current: (any Upstream)? { lock.withLock { sink } }

  func dispose() { endChain() }

  func silence() -> [any Disposable] { current?.silence() ?? [] }

  /// Returns the sink, which then releases itself from the handle.
  func end(_ rest: inout [any Upstream]) -> (any Upstream)? { current }

  /// Called by the sink when it has ended, and so is silent.
  func releaseSink() {
    let former = lock.withLock { sink.take() }
    extendLifetime(former)
  }
}
