internal import DeliveryCore

/// Disposes an underlying disposable once this disposable and all disposables returned by ``retain()`` have been
/// disposed.
public final class RefCountDisposable: Cancelable, Upstream, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var disposable: (any Disposable)?
  @exclusivity(unchecked) private var isPrimaryDisposed = false
  @exclusivity(unchecked) private var count = 0

  /// Creates a reference-counted disposable with `disposable` as the underlying disposable.
  public init(disposable: any Disposable) {
    self.disposable = disposable
  }

  /// Whether the underlying disposable has been disposed.
  public var isDisposed: Bool { lock.withLock { disposable == nil } }

  /// Returns a disposable that must be disposed before the underlying one is.
  public func retain() -> any Disposable {
    let isOpen = lock.withLock {
      if disposable == nil { return false }
      count += 1
      return true
    }
    return isOpen ? OnceDisposable { self.take { self.count -= 1 } } : Disposables.create()
  }

  public func dispose() { endChain() }

  /// Silences nothing, because the underlying disposable may still be needed.
  package func silence() -> [any Disposable] { [] }

  package func end(_ rest: inout [any Disposable]) -> (any Upstream)? {
    if let disposable = take(after: { isPrimaryDisposed = true }) { rest.append(disposable) }
    return nil
  }

  private func take(after change: () -> Void) -> (any Disposable)? {
    lock.withLock {
      change()
      guard isPrimaryDisposed, count == 0 else { return nil }
      return disposable.take()
    }
  }
}
