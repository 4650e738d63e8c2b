import DeliveryCore

/// Keeps one observation alive: it ends with ``cancel()`` or when the token goes.
///
/// The token holds the observation, not the ``Bindable``; the `Bindable` holds no token. All members may be used from
/// any thread.
public final class BindableToken: @unchecked Sendable {
  private let lock = Lock()
  private var end: (@Sendable () -> Void)?

  package init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end?() }

  /// Ends the observation and frees its block. When this returns on the thread or queue that delivers, the block is
  /// not called again; elsewhere, at most a call that is already running finishes. A second call does nothing.
  public func cancel() {
    var taken: (@Sendable () -> Void)?
    lock.withLock { swap(&taken, &end) }
    taken?()
  }

  /// Puts the token into `tokens`, so that the observation lives as long as the collection keeps it.
  ///
  ///     viewModel.count.observe { print($0) }.store(in: &tokens)
  public func store(in tokens: inout [BindableToken]) {
    tokens.append(self)
  }

  /// Puts the token into `tokens`, so that the observation lives as long as the set keeps it.
  public func store(in tokens: inout Set<BindableToken>) {
    tokens.insert(self)
  }
}

extension BindableToken: Hashable {
  public static func == (one: BindableToken, other: BindableToken) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
