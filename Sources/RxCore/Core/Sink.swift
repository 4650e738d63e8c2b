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
  // A sink of the library is its own subscription, and holds the subscription to its source. Neighbouring sinks retain
  // each other while the subscription runs; the end of the subscription breaks the cycle:
  //
  //     source ──observer──▶ sink ──observer──▶ sink ──observer──▶ observer
  //        ◀───upstream──────┘  ◀────upstream─────┘
  //
  // For a sink created with a `cancel`, the upstream is `cancel`. The state is a set of bits:
  //
  //     silent      Nothing more is forwarded. Set by every thread that disposes, and by the terminal event.
  //     ended       Set by the thread that disposes the sources: in `dispose`, or after the terminal event has been
  //                 forwarded, whichever is first.
  //     connected   The upstream has been set, or `connected(by:)` will set it. Any other is ignored.
  //     holding     `upstream` may be taken: to create the handle, or by the thread that sets `ended`, which disposes it.
  //                 Never changes once `ended` is set. A thread that brings an upstream later disposes it itself.

  /// The downstream observer.
  public final let observer: ObserverBase<Output>
  @exclusivity(unchecked) private final var upstream: (any Disposable & AnyObject)?
  private final let state: Atomic<UInt8>

  private static var silent: UInt8 { 1 }
  private static var connected: UInt8 { 2 }
  private static var holding: UInt8 { 4 }
  private static var ended: UInt8 { 8 }

  /// Creates a sink that forwards to `observer`.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: the argument of ``Producer/run(_:cancel:)``. The sink disposes `cancel` when the sink ends.
  public init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.observer = observer
    upstream = cancel
    state = Atomic(Self.connected | Self.holding)
    super.init()
    Resources.count(self)
  }

  /// Creates a sink that is its own subscription. Before anything is emitted, its creator must pass it to
  /// `observer.onSubscribe`. (Calling that here would retain and release both objects once more.)
  init(observer: consuming ObserverBase<Output>) {
    self.observer = observer
    state = Atomic(0)
    super.init()
    Resources.count(self)
  }

  deinit { Resources.uncount() }

  /// Whether the sink has been disposed or has begun to forward a terminal event.
  ///
  /// If the sink was created with a `cancel`, the subscriber disposes the sink through `cancel`, which takes effect
  /// only once `run(_:cancel:)` has returned.
  public final var isDisposed: Bool { state.load(ordering: .acquiring) & Self.silent != 0 }

  /// Forwards `element`, unless disposed.
  public final func forwardNext(_ element: Output) {
    if !isDisposed { observer.onNext(element) }
  }

  /// Forwards `error` and disposes the sink, unless it is already disposed.
  public final func forwardError(_ error: any Error) {
    guard silence() else { return }
    observer.onError(error)
    if end() { disposeSources() }
  }

  /// Forwards the completion and disposes the sink, unless it is already disposed.
  public final func forwardCompleted() {
    guard silence() else { return }
    observer.onCompleted()
    if end() { disposeSources() }
  }

  /// Forwards the error. Override to handle it differently.
  open override func onError(_ error: any Error) { forwardError(error) }

  /// Forwards the completion. Override to handle it differently.
  open override func onCompleted() { forwardCompleted() }

  /// Stops forwarding and disposes the subscription. May be called repeatedly, at any time and from any thread.
  open func dispose() {
    if end() { disposeSources() }
  }

  /// Stops forwarding. Returns `true` to the first caller.
  private final func silence() -> Bool {
    state.bitwiseOr(Self.silent, ordering: .acquiringAndReleasing).oldValue & Self.silent == 0
  }

  /// Stops forwarding. Returns `true` to the first caller, which must then dispose the sources.
  private final func end() -> Bool {
    // Most sinks are disposed twice, and a load costs less than the read-modify-write.
    if state.load(ordering: .acquiring) & Self.ended != 0 { return false }
    return state.bitwiseOr(Self.silent | Self.ended, ordering: .acquiringAndReleasing).oldValue & Self.ended == 0
  }

  // MARK: The subscription to the source

  override func onSubscribe(_ upstream: consuming any Upstream) { connect(consume upstream) }

  /// Holds the subscription to the source, unless the sink already has one. (The closure of `create`, for example, may
  /// subscribe its observer to several sources.) Returns whether `upstream` was the first.
  @discardableResult
  final func connect(_ upstream: consuming any Disposable & AnyObject) -> Bool {
    if state.load(ordering: .relaxed) & (Self.connected | Self.ended) == Self.connected { return false }
    return hold(consume upstream)
  }

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
    _ = changeUnlessEnded { $0 | Self.connected }  // A source that `start` subscribes the sink to is not its upstream.
    let work = start()
    if type(of: work) != NopDisposable.self { hold(Work(disposable: work)) }
    return self
  }

  /// Returns whether `upstream` is the first. After the end, it is disposed.
  @discardableResult
  private final func hold(_ upstream: consuming any Disposable & AnyObject) -> Bool {
    // Several threads may arrive after the end, so none of them may write the field.
    if state.load(ordering: .relaxed) & Self.ended != 0 {
      upstream.dispose()
    } else {
      self.upstream = consume upstream
      if changeUnlessEnded({ $0 | Self.connected | Self.holding }) { return true }
      self.upstream.take()?.dispose()
    }
    return state.bitwiseOr(Self.connected, ordering: .relaxed).oldValue & Self.connected == 0
  }

  /// Changes the state, unless the sink has ended. Returns whether the state has been changed.
  @inline(__always)
  private final func changeUnlessEnded(_ change: (UInt8) -> UInt8) -> Bool {
    var old = state.load(ordering: .relaxed)
    while old & Self.ended == 0 {
      let (isDone, current) = state.compareExchange(
        expected: old, desired: change(old), ordering: .acquiringAndReleasing)
      if isDone { return true }
      old = current
    }
    return false
  }

  /// Disposes and releases the upstream. Called once, when the sink ends. An override also disposes the subclass's
  /// other resources.
  func disposeSources() {
    guard state.load(ordering: .relaxed) & Self.holding != 0, let upstream = upstream.take() else { return }
    Trampoline.withCurrent { $0.dispose(upstream, keeping: self) }
  }
}

extension Sink: Upstream {
  var handle: any Disposable {
    let isTaken = changeUnlessEnded { $0 & ~Self.holding }
    if !isTaken { return NopDisposable.noOp }
    // The handle replaces the upstream, so that the end of the sink disposes the handle.
    let handle = SinkHandle(sink: self, upstream: upstream.take())
    hold(handle)
    return handle
  }
}

/// Wraps a disposable of any type, so that a sink can hold it as its upstream.
private final class Work: Disposable {
  private let disposable: any Disposable

  init(disposable: any Disposable) {
    self.disposable = disposable
  }

  func dispose() { Trampoline.withCurrent { $0.withoutDeferral(disposable.dispose) } }
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

  final override func disposeSources() {
    Trampoline.withCurrent { $0.dispose(resource, after: { super.disposeSources() }) }
  }
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

/// The subscription to a source, as held by the stage downstream.
///
/// Class-bound, because a reference is cheaper to store and pass on than an existential of unknown size.
protocol Upstream: AnyObject, Disposable {
  /// The disposable that `subscribe` returns to a caller outside the library. The disposable may outlive the
  /// subscription, and must then not retain the observer.
  var handle: any Disposable { get }
}

extension Upstream {
  var handle: any Disposable { self }
}

/// The disposable that `subscribe` returns for the last sink of a chain. It also becomes that sink's upstream:
///
///     subscriber ──▶ SinkHandle ──▶ sink ──▶ observer
///                     ▲    │         │
///                     └────┼─────────┘
///                          └──▶ upstream
///
/// The cycle keeps a running subscription alive. The end of the subscription breaks the cycle, so that the subscriber
/// then retains only the handle. Both sides dispose the handle: a subscriber to end the sink, and an ended sink to
/// dispose its upstream.
final class SinkHandle: Cancelable, SilencingDisposable, Upstream, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var sink: (any Upstream)?
  @exclusivity(unchecked) private var upstream: (any Disposable & AnyObject)?

  init(sink: any Upstream, upstream: (any Disposable & AnyObject)?) {
    self.sink = sink
    self.upstream = upstream
  }

  var isDisposed: Bool { lock.withLock { sink == nil } }

  func dispose() {
    guard let sink = lock.withLock({ sink }) else { return }
    // Every caller silences the sink, even while another thread is disposing it. The first call re-enters `dispose`
    // through the sink, and so disposes the upstream before the sink's other resources.
    sink.dispose()
    let (former, upstream) = lock.withLock { (self.sink.take(), self.upstream.take()) }
    upstream?.dispose()
    withExtendedLifetime(former) {}
  }
}
