internal import DeliveryCore

/// Disposes an underlying disposable once this disposable and all disposables returned by ``retain()`` have been
/// disposed.
public final class RefCountDisposable: Cancelable, DisposableContainer, @unchecked Sendable {
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var disposable: (any Disposable)?
  @exclusivity(unchecked) private var isPrimaryDisposed = false
  @exclusivity(unchecked) private var count = 0
  /// Whether the underlying disposable, which is to be disposed, is silent.
  @exclusivity(unchecked) private var isSilent = false

  /// Creates a reference-counted disposable with `disposable` as the underlying disposable.
  public init(disposable: any Disposable) {
    self.disposable = disposable
  }

  /// Whether the underlying disposable has been disposed.
  public var isDisposed: Bool { lock.withLock { disposable == nil } }

  /// Returns a disposable that must be disposed before the underlying one is.
  public func retain() -> any Disposable {
    let isOpen = lock.withLock {
      if disposable == nil || isUnused { return false }
      count += 1
      return true
    }
    return isOpen ? Share(of: self) : Disposables.create()
  }

  public func dispose() { endChain() }

  package func silence() -> [any Disposable] { contents(after: { isPrimaryDisposed = true }) }

  package func didSilenceContents() { lock.withLock { isSilent = true } }

  package func removeContents(to rest: inout [any Disposable]) {
    // `isSilent` is false if something is still retained, or if another thread's last share has come in between: that
    // thread then removes the contents.
    if let last = lock.withLock({ isSilent ? disposable.take() : nil }) { rest.append(last) }
  }

  /// Whether the underlying disposable is to be disposed: it can no longer be retained. Called under the lock.
  private var isUnused: Bool { isPrimaryDisposed && count == 0 }

  /// Makes a change under the lock. Returns the underlying disposable if it is now to be silenced.
  private func contents(after change: () -> Void) -> [any Disposable] {
    lock.withLock {
      change()
      guard isUnused, !isSilent, let disposable else { return [] }
      return [disposable]
    }
  }

  /// A disposable returned by `retain()`.
  private final class Share: DisposableContainer, @unchecked Sendable {
    private let owner: RefCountDisposable
    /// Guarded by the owner's lock.
    @exclusivity(unchecked) private var isCounted = true

    init(of owner: RefCountDisposable) {
      self.owner = owner
    }

    func dispose() { endChain() }

    func silence() -> [any Disposable] {
      owner.contents { if exchange(&isCounted, with: false) { owner.count -= 1 } }
    }

    func didSilenceContents() { owner.didSilenceContents() }

    func removeContents(to rest: inout [any Disposable]) { owner.removeContents(to: &rest) }
  }
}
