import Synchronization

/// One subscription of an operator: it receives the source's events and forwards its own.
///
/// It owns the downstream observer, and holds the state of the subscription. After disposal it forwards nothing. A terminal
/// event is forwarded once, and disposes.
///
///     final class DoublingSink: Sink<Int, Int>, @unchecked Sendable {
///       override func onNext(_ element: Int) { forwardNext(element * 2) }
///     }
///
/// A subclass restates `@unchecked Sendable`, and is `nonisolated` in a module whose default isolation is the main actor.
open class Sink<Element, Output>: ObserverBase<Element>, Disposable, @unchecked Sendable {
  // A sink of the library is its own subscription, and holds the one to its source. Neighbours hold each other while the
  // subscription runs; the end breaks that:
  //
  //     source ──observer──▶ sink ──observer──▶ sink ──observer──▶ observer
  //        ◀───upstream──────┘  ◀────upstream─────┘
  //
  // A sink that was given a `cancel` has that as its upstream. The state is a set of bits:
  //
  //     silent      Nothing more is forwarded. Added by any thread that disposes, or by the terminal event.
  //     ended       The sources are disposed, by the thread that adds this: when `dispose` is called, also by the observer of
  //                 the terminal event, or else when that event has been forwarded.
  //     connected   The upstream was announced. A second one is ignored.
  //     holding     `upstream` may be taken: by the thread that releases, or by the one that makes the handle.
  //     released    The upstream must be disposed, by the thread that adds this to `holding`, or `holding` to this.

  /// The downstream observer.
  public final let observer: ObserverBase<Output>
  @exclusivity(unchecked) private final var upstream: (any Disposable & AnyObject)?
  private final let state: Atomic<UInt8>

  private static var silent: UInt8 { 1 }
  private static var connected: UInt8 { 2 }
  private static var holding: UInt8 { 4 }
  private static var released: UInt8 { 8 }
  private static var ended: UInt8 { 16 }

  /// Makes a sink that forwards to `observer`.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: what ``Producer/run(_:cancel:)`` was given. The sink disposes it when it ends.
  public init(observer: ObserverBase<Output>, cancel: any Cancelable) {
    self.observer = observer
    upstream = cancel
    state = Atomic(Self.connected | Self.holding)
    super.init()
    Resources.count(self)
  }

  /// Makes a sink that is its own subscription, and announces it to `observer`.
  init(observer: ObserverBase<Output>) {
    self.observer = observer
    state = Atomic(0)
    super.init()
    Resources.count(self)
    observer.onSubscribe(self)
  }

  deinit { Resources.uncount() }

  /// Whether the sink has been disposed, by a terminal event among others.
  ///
  /// A sink that was given a `cancel` is disposed through that, at the earliest when its `run(_:cancel:)` has returned.
  public final var isDisposed: Bool { state.load(ordering: .acquiring) & Self.silent != 0 }

  /// Forwards `element`, unless disposed.
  public final func forwardNext(_ element: Output) {
    if !isDisposed { observer.onNext(element) }
  }

  /// Forwards `error`, once and unless disposed, and disposes.
  public final func forwardError(_ error: any Error) {
    guard silence() else { return }
    observer.onError(error)
    if end() { disposeSources() }
  }

  /// Forwards the completion, once and unless disposed, and disposes.
  public final func forwardCompleted() {
    guard silence() else { return }
    observer.onCompleted()
    if end() { disposeSources() }
  }

  /// Forwards the error; override to do otherwise.
  open override func onError(_ error: any Error) { forwardError(error) }

  /// Forwards the completion; override to do otherwise.
  open override func onCompleted() { forwardCompleted() }

  /// Stops forwarding and disposes the subscription. May be called at any time, from any thread, any number of times.
  open func dispose() {
    if end() { disposeSources() }
  }

  /// Stops forwarding; `true` for the first caller.
  private final func silence() -> Bool {
    state.bitwiseOr(Self.silent, ordering: .acquiringAndReleasing).oldValue & Self.silent == 0
  }

  /// Stops forwarding; `true` for the first caller, which then disposes the sources.
  private final func end() -> Bool {
    // A second disposal is usual, and a load costs less than the exchange.
    if state.load(ordering: .acquiring) & Self.ended != 0 { return false }
    return state.bitwiseOr(Self.silent | Self.ended, ordering: .acquiringAndReleasing).oldValue & Self.ended == 0
  }

  // MARK: The subscription to the source

  override func onSubscribe(_ upstream: any Upstream) { connect(upstream) }

  /// Keeps the subscription to the source. Only the first one counts: the closure of `create`, for example, may subscribe the
  /// observer that it was given to several sources. Returns whether this is the first.
  @discardableResult
  final func connect(_ upstream: any Disposable & AnyObject) -> Bool {
    if state.load(ordering: .relaxed) & Self.connected != 0 { return false }
    hold(upstream)
    return true
  }

  /// Subscribes to the source. The result is the sink.
  func subscribed(to source: Observable<Element>) -> any Upstream {
    source.subscribe(stage: self)
    return self
  }

  private final func hold(_ upstream: any Disposable & AnyObject) {
    self.upstream = upstream
    let (old, _) = state.bitwiseOr(Self.connected | Self.holding, ordering: .acquiringAndReleasing)
    if old & Self.released != 0 { self.upstream.take()?.dispose() }
  }

  /// Makes the sink as new. Called by its only owner, after the end.
  final func reset() { state.store(0, ordering: .relaxed) }

  /// Disposes and releases what the sink is subscribed to. Called once, when the sink has ended. An override
  /// disposes what the subclass has beside the upstream.
  func disposeSources() {
    let (old, _) = state.bitwiseOr(Self.released, ordering: .acquiringAndReleasing)
    guard old & Self.holding != 0, let upstream = upstream.take() else { return }
    Trampoline.withCurrent { $0.dispose(upstream, keeping: self) }
  }
}

extension Sink: Upstream {
  var handle: any Disposable {
    let (old, _) = state.bitwiseAnd(~Self.holding, ordering: .acquiringAndReleasing)
    if old & Self.released != 0 { return NopDisposable.noOp }
    // It takes the place of the upstream, so that the end of the sink reaches it.
    let handle = SinkHandle(sink: self, upstream: upstream)
    hold(handle)
    return handle
  }
}

/// A sink that forwards everything as it is, until disposed.
@usableFromInline
class IdentitySink<Element>: Sink<Element, Element>, @unchecked Sendable {
  @usableFromInline
  final override func onNext(_ element: Element) { forwardNext(element) }
}

/// The same, with something beside its source that is disposed after it.
final class ResourceSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  let resource = SingleAssignmentDisposable()

  override func disposeSources() {
    super.disposeSources()
    resource.dispose()
  }
}

/// The observer of one of several sources: it has an upstream of its own, and hands what it receives to the sink that it is a
/// part of.
@usableFromInline
class PartSink<Element>: Sink<Element, Never>, @unchecked Sendable {
  init() {
    super.init(observer: Nobody.observer)
  }

  /// The source has failed.
  func sourceFailed(_ error: any Error) {}

  /// The source has completed.
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

private enum Nobody {
  static let observer = ObserverBase<Never>()
}
