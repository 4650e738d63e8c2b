import Synchronization

/// A disposable that only records whether it has been disposed.
public final class BooleanDisposable: Cancelable {
  private let disposal: Atomic<Bool>

  /// Creates a disposable that has not been disposed.
  public convenience init() {
    self.init(isDisposed: false)
  }

  /// Creates a disposable in the given state.
  public init(isDisposed: Bool) {
    disposal = Atomic(isDisposed)
  }

  public var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  public func dispose() { disposal.store(true, ordering: .releasing) }
}
