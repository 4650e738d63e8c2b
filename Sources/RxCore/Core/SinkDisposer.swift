internal import DeliveryCore

/// Ends a chain: the disposable that `subscribe` returns, and the `cancel` of an operator that overrides
/// ``Producer/run(_:cancel:)``.
///
///     subscriber ──▶ SinkDisposer ◀────▶ sink ──observer──▶ (downstream)
///                         ┊                ┊
///            subscription ┊                ┊ upstream
///                         └┄┄┄▶ source ◀┄┄┄┘
///
/// A subscription has one of the dotted arrows. A sink of the library holds the subscription to its source itself, as its
/// upstream, so only the last sink of a chain has a disposer. A sink that `run(_:cancel:)` makes does not: its `cancel` is a
/// disposer of its own, which holds the sink and the subscription that `run` has returned.
///
/// The cycle keeps a running subscription alive. Its end, from either side, breaks the cycle: the subscriber then retains
/// only an empty disposer.
final class SinkDisposer: Cancelable, DisposableContainer, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var hasBegun = false
  /// Whether the contents, which then no longer change, are silent.
  @exclusivity(unchecked) private var isSilent = false
  @exclusivity(unchecked) private var sink: (any Upstream)?
  @exclusivity(unchecked) private var subscription: (any Upstream)?

  /// Creates a disposer without a sink. ``setSinkAndSubscription(sink:subscription:)`` must follow.
  init() {}

  /// Creates the disposer of a sink that holds the subscription to its source.
  init(sink: any Upstream) {
    self.sink = sink
  }

  var isDisposed: Bool { lock.withLock { hasBegun } }

  /// Holds what `run(_:cancel:)` has returned. Disposes both now if the subscription has already ended.
  func setSinkAndSubscription(sink: any Disposable, subscription: any Disposable) {
    // The observer may have disposed the subscription, or the sink may have ended, while `run` was running: the disposer was
    // still empty then.
    let (newSink, newSubscription) = (asUpstream(sink), asUpstream(subscription))
    let isLate = lock.withLock {
      if !hasBegun { (self.sink, self.subscription) = (newSink, newSubscription) }
      return hasBegun
    }
    if isLate {
      newSink.dispose()
      newSubscription.dispose()
    }
  }

  func dispose() { endChain() }

  /// Lets go of the sink. Called by the sink at its end.
  func release() {
    let former = lock.withLock {
      hasBegun = true
      return sink.take()
    }
    extendLifetime(former)
  }

  func end(_ rest: inout [any Upstream]) -> (any Upstream)? {
    let (sink, subscription) = lock.withLock {
      hasBegun = true
      return (self.sink, self.subscription)
    }
    // A sink that holds its upstream silences itself at its end, and then calls `release()`.
    return subscription == nil ? sink : endContents(&rest)
  }

  func silence() -> [any Disposable] {
    let (sink, subscription) = lock.withLock {
      hasBegun = true
      return isSilent ? (nil, nil) : (self.sink, self.subscription)
    }
    guard let sink else { return [] }
    guard let subscription else { return sink.silence() }
    return [sink, subscription]
  }

  func didSilenceContents() { lock.withLock { isSilent = true } }

  func removeContents(to rest: inout [any Upstream]) -> (any Upstream)? {
    let (sink, subscription) = lock.withLock { (self.sink.take(), self.subscription.take()) }
    if let subscription { rest.append(subscription) }
    return sink
  }

  #if DEBUG
    /// The next stage of a description that has come from `stage`.
    func stage(after stage: (any Upstream)?) -> (any Upstream)? {
      let (sink, subscription) = lock.withLock { (self.sink, self.subscription) }
      return stage === sink ? subscription : sink
    }
  #endif
}
