import Synchronization

/// A disposable that only records whether it has been disposed.
public final class BooleanDisposable: Cancelable, Upstream {
  private let disposal: Atomic<Bool>

  /// Creates a disposable, by default one that has not been disposed.
  public init(isDisposed: Bool = false) {
    disposal = Atomic(isDisposed)
  }

  public var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  public func dispose() { disposal.store(true, ordering: .releasing) }
}
