internal import DeliveryCore

/// Disposes an underlying disposable once this disposable and all disposables returned by ``retain()`` have been
/// disposed.
public final class RefCountDisposable: Cancelable, Upstream, @unchecked Sendable {
  /// Holds the underlying disposable.
  private let slot: DisposableSlot
  private let lock = Lock()
  // Guarded by the lock.
  @exclusivity(unchecked) private var isPrimaryDisposed = false
  @exclusivity(unchecked) private var count = 0

  /// Creates a reference-counted disposable with `disposable` as the underlying disposable.
  public init(disposable: any Disposable) {
    slot = DisposableSlot(holding: disposable)
  }

  /// Whether the underlying disposable has been disposed.
  public var isDisposed: Bool { slot.isDisposed }

  /// Returns a disposable that must be disposed before the underlying one is.
  public func retain() -> any Disposable {
    let isOpen = lock.withLock {
      if isUnused { return false }
      count += 1
      return true
    }
    return isOpen ? Share(of: self) : Disposables.create()
  }

  public func dispose() { endChain() }

  package func silence() -> [any Disposable] { contents(after: { isPrimaryDisposed = true }) }

  package func end(_ rest: inout [any Upstream]) -> (any Upstream)? { silence().isEmpty ? nil : slot }

  /// Whether the underlying disposable is to be disposed: it can no longer be retained. Called under the lock.
  private var isUnused: Bool { isPrimaryDisposed && count == 0 }

  /// Makes a change under the lock. Returns the slot if it is now to be disposed.
  private func contents(after change: () -> Void) -> [any Disposable] {
    lock.withLock {
      change()
      return isUnused ? [slot] : []
    }
  }

  /// A disposable returned by `retain()`.
  private final class Share: Upstream, @unchecked Sendable {
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

    func end(_ rest: inout [any Upstream]) -> (any Upstream)? { silence().isEmpty ? nil : owner.slot }
  }
}
