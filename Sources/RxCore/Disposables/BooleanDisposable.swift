import Synchronization

/// A disposable that only knows whether it has been disposed.
public final class BooleanDisposable: Cancelable {
  private let disposal: Atomic<Bool>

  /// Makes one that has not been disposed.
  public convenience init() {
    self.init(isDisposed: false)
  }

  /// Makes one that is disposed already, or not.
  public init(isDisposed: Bool) {
    disposal = Atomic(isDisposed)
  }

  public var isDisposed: Bool { disposal.load(ordering: .acquiring) }

  public func dispose() { disposal.store(true, ordering: .releasing) }
}
