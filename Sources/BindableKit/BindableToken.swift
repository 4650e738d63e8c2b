import DeliveryCore

/// Keeps one observation or binding alive until ``cancel()`` is called or the token is deallocated.
///
/// The token does not keep the ``Bindable`` alive, and the Bindable does not keep the token alive. All members may be
/// used from any thread.
public final class BindableToken: @unchecked Sendable {
  private var end: (@Sendable () -> Void)?
  private let lock = Lock()  // Declared after `end`: before it, padding would cost 16 bytes.

  /// - Parameter end: ends the observation. May be called repeatedly, even by several threads at once.
  package init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end?() }

  /// Ends the observation or binding, and releases its closure once no value waits for it. Once this method has returned
  /// on the delivering thread or queue, the closure is not called again. On another thread, a call that is already
  /// running may still finish. Cancelling again has no effect.
  public func cancel() {
    // Each thread that cancels calls `end`, even at the same moment, so none returns before the observation has ended.
    let current = lock.withLock { end }
    current?()
    lock.withLock { end = nil }
    extendLifetime(current)  // Released after unlocking.
  }

  /// Stores the token in `tokens`, so that the observation lasts as long as the array holds the token.
  ///
  ///     viewModel.count.observe { print($0) }.store(in: &tokens)
  public func store(in tokens: inout [BindableToken]) {
    tokens.append(self)
  }

  /// Stores the token in `tokens`, so that the observation lasts as long as the set holds the token.
  public func store(in tokens: inout Set<BindableToken>) {
    tokens.insert(self)
  }
}

extension BindableToken: Hashable {
  public static func == (one: BindableToken, other: BindableToken) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
