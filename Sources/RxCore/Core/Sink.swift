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
  //     unclaimed ──claimUpstream──▶ claimed ──hold──▶ holding an upstream ──finish──▶ ended
  //         ▲                                                  │
  //         └───────────────────nextUpstream───────────────────┘
  //
  // Only the thread that claims the upstream may hold one. Any state may finish, once: the thread that does so takes
  // the upstream and ends it. An upstream that is to be held afterwards is disposed.

  /// The downstream observer.
  public final let observer: ObserverBase<Output>
  private final let isSilent = Atomic<Bool>(false)
  /// Whether the sink comes from another module, whose subclass may override `dispose`.
  private final let isCustom: Bool
  private final let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private final var isClaimed = false
  @exclusivity(unchecked) private final var hasEnded = false
  @exclusivity(unchecked) private final var upstream: (any Upstream)?
  /// The disposable that `subscribe` has returned. The end of the sink empties it.
  @exclusivity(unchecked) private final var subscription: SinkHandle?

  #if DEBUG
    private final let overlaps = OverlapWatch()

    package final var stageUpstream: (any Upstream)? { lock.withLock { upstream } }

    package final override var subscriptionPlace: String? { observer.subscriptionPlace }
  #endif

  /// Creates a sink that forwards to `observer`.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: the argument of ``Producer/run(_:cancel:)``. The sink disposes `cancel` when the sink ends.
  public init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.observer = observer
    isCustom = true
    isClaimed = true
    upstream = cancel as? any Upstream ?? DisposableSlot(holding: cancel)
    super.init()
    Resources.count(self)
  }

  /// Creates a sink that is its own subscription. Before anything is emitted, its creator must pass it to
  /// `observer.onSubscribe`. (Calling that here would retain and release both objects once more.)
  init(observer: consuming ObserverBase<Output>) {
    self.observer = observer
    isCustom = false
    super.init()
    Resources.count(self)
  }

  deinit { Resources.uncount() }

  /// Whether the sink has been disposed or has begun to forward a terminal event.
  ///
  /// If the sink was created with a `cancel`, the subscriber disposes the sink through `cancel`, which takes effect
  /// only once `run(_:cancel:)` has returned.
  public final var isDisposed: Bool { isSilent.load(ordering: .acquiring) }

  /// Forwards `element`, unless disposed.
  public final func forwardNext(_ element: Output) {
    if isDisposed { return }
    #if DEBUG
      let mustEnd = overlaps.begin(self)
      defer { if mustEnd { overlaps.end() } }
    #endif
    observer.onNext(element)
  }

  /// Forwards `error` and disposes the sink, unless it is already disposed.
  public final func forwardError(_ error: any Error) {
    if isSilent.exchange(true, ordering: .acquiringAndReleasing) { return }
    observer.onError(error)
    finish()
  }

  /// Forwards the completion and disposes the sink, unless it is already disposed.
  public final func forwardCompleted() {
    if isSilent.exchange(true, ordering: .acquiringAndReleasing) { return }
    observer.onCompleted()
    finish()
  }

  /// Forwards the error. Override to handle it differently.
  open override func onError(_ error: any Error) { forwardError(error) }

  /// Forwards the completion. Override to handle it differently.
  open override func onCompleted() { forwardCompleted() }

  /// Stops forwarding and disposes the subscription. May be called repeatedly, at any time and from any thread.
  open func dispose() { finish() }

  // MARK: The subscription to the source

  override func onSubscribe(_ upstream: consuming any Upstream) {
    var arrived: (any Upstream)? = consume upstream  // Swapped, because a copy would cost more than the lock.
    let isLate = lock.withLock {
      if hasEnded { return true }
      if !exchange(&isClaimed, with: true) { swap(&arrived, &self.upstream) }
      return false
    }
    if isLate { arrived?.dispose() }
  }

  /// Claims the place of the sink's upstream, and returns `true` to the first caller. Any other upstream is ignored: the
  /// closure of `create`, for example, may subscribe its observer to several sources.
  final func claimUpstream() -> Bool { lock.withLock { !exchange(&isClaimed, with: true) } }

  /// Holds `upstream`, which the end of the sink disposes, or has disposed already.
  final func hold(_ upstream: any Upstream) {
    let former = lock.withLock { hasEnded ? upstream : exchange(&self.upstream, with: upstream) }
    former?.dispose()
  }

  /// Lets another source provide the upstream. Returns the current one, which the caller must dispose.
  final func nextUpstream() -> (any Upstream)? {
    lock.withLock {
      isClaimed = false
      return upstream.take()
    }
  }

  /// Disposes the upstream, but not the sink.
  final func disposeUpstream() { lock.withLock { upstream.take() }?.dispose() }

  /// Subscribes the sink to `source` and returns the sink. Called in `Producer.run`, so the trampoline is running.
  func subscribed(to source: Observable<Element>) -> any Upstream {
    _ = source.run(self)
    return self
  }

  /// Passes the sink to its observer, and starts work that may call the sink before `start` returns. Returns the sink.
  /// When the sink ends, it disposes the work.
  @inline(__always)
  final func connected(by start: () -> any Disposable) -> any Upstream {
    observer.onSubscribe(self)
    _ = claimUpstream()  // A source that `start` subscribes the sink to is not its upstream.
    let work = start()
    if type(of: work) != NopDisposable.self { hold(DisposableSlot(holding: work)) }
    return self
  }

  // MARK: The end

  /// Ends the sink and everything upstream. The terminal event, if any, has been forwarded.
  private final func finish() { RxCore.endChain { finish(&$0) } }

  private final func finish(_ rest: inout [any Disposable]) -> (any Upstream)? {
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
  func addResources(to rest: inout [any Disposable]) {}
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

  package final func end(_ rest: inout [any Disposable]) -> (any Upstream)? {
    if !isCustom { return finish(&rest) }
    dispose()
    return nil
  }
}

/// Forwards all events unchanged until disposed.
@usableFromInline
class IdentitySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  @usableFromInline
  final override func onNext(_ element: Element) { forwardNext(element) }
}

/// Forwards all events unchanged. Has an additional resource, which is disposed after the upstream.
class ResourceSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  final let resource = SingleAssignmentDisposable()

  override func onNext(_ element: Element) { forwardNext(element) }

  final override func addResources(to rest: inout [any Disposable]) { rest.append(resource) }
}

/// Observes one of an operator's sources. Has its own upstream, and passes events on to the operator's sink.
@usableFromInline
class PartSink<Element>: Sink<Element, Never>, @unchecked Sendable {
  init() {
    super.init(observer: NoObserver.instance)
  }

  /// Called when the source fails.
  func sourceFailed(_ error: any Error) {}

  /// Called when the source completes.
  func sourceCompleted() {}

  final override func onError(_ error: any Error) {
    sourceFailed(error)
    dispose()
  }

  final override func onCompleted() {
    sourceCompleted()
    dispose()
  }
}

private enum NoObserver {
  static let instance = ObserverBase<Never>()
}

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
  func end(_ rest: inout [any Disposable]) -> (any Upstream)? { current }

  /// Called by the sink when it has ended, and so is silent.
  func releaseSink() {
    let former = lock.withLock { sink.take() }
    withExtendedLifetime(former) {}
  }
}
