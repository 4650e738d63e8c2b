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
  /// The downstream observer.
  public final let observer: ObserverBase<Output>
  private final let isSilent = Atomic<Bool>(false)

  // The subscription to the source: see Sink+Upstream.swift. The lock guards `hasEnded`, `upstream` and `disposer`.
  /// Declared before the lock: behind it, padding would cost each sink 8 bytes.
  @exclusivity(unchecked) final var hasEnded = false
  final let upstreamLock = Lock()
  @exclusivity(unchecked) final var upstream: (any Upstream)?
  /// The disposer that `subscribe` has returned. Only a chain's last sink has one.
  @exclusivity(unchecked) final var disposer: SinkDisposer?

  #if DEBUG
    private final let watch = OverlapWatch()

    package final override var subscriptionPlace: String? { observer.subscriptionPlace }
  #endif

  /// Creates a sink that forwards to `observer`.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: the argument of ``Producer/run(_:cancel:)``. The sink disposes `cancel` when the sink ends.
  public init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.observer = observer
    // In the place of an upstream, so this sink holds no other: `cancel` holds the subscription to the source.
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

  // MARK: Forwarding

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
    dispose()
  }

  /// Forwards the completion and disposes the sink, unless it is already disposed.
  public final func forwardCompleted() {
    if !silenceFirst() { return }
    watched { observer.onCompleted() }
    dispose()
  }

  /// Forwards an event. A debug build reports another that is being forwarded on another thread.
  @inline(__always)
  private final func watched(_ forward: () -> Void) {
    #if DEBUG
      watch.run(forward, at: self)
    #else
      forward()
    #endif
  }

  /// Forwards the error. Override to handle it differently.
  open override func onError(_ error: any Error) { forwardError(error) }

  /// Forwards the completion. Override to handle it differently.
  open override func onCompleted() { forwardCompleted() }

  // MARK: Disposal

  /// Whether the sink has been disposed or has begun to forward a terminal event.
  ///
  /// If the sink was created with a `cancel`, the subscriber disposes the sink through `cancel`, which takes effect
  /// only once `run(_:cancel:)` has returned.
  public final var isDisposed: Bool { isSilent.load(ordering: .acquiring) }

  /// Stops forwarding and disposes the subscription. May be called repeatedly, at any time and from any thread.
  public final func dispose() { RxCore.endChain { end(&$0) } }

  /// After this, nothing is forwarded.
  @inline(__always)
  final func stopForwarding() { isSilent.store(true, ordering: .releasing) }

  /// Silences the sink before a terminal event. Returns whether the caller is the first to do so, and may pass it on.
  final func silenceFirst() -> Bool { !isSilent.exchange(true, ordering: .acquiringAndReleasing) }

  override func onSubscribe(_ upstream: consuming any Upstream) { hold(upstream) }

  /// Called once, when the sink ends. An override adds the subclass's resources to `rest`: the last is disposed first,
  /// and all of them after the upstream.
  func addResources(to rest: inout [any Upstream]) {}
}
