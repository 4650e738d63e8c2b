import Synchronization

/// A disposable that holds another disposable, which may be set only once.
///
/// If this one is disposed first, the other disposable is disposed as soon as it is set. May be used from any thread.
public final class SingleAssignmentDisposable: DisposableSlot, @unchecked Sendable {
  private let isAssigned = Atomic<Bool>(false)

  /// Creates a disposable that holds nothing yet.
  public init() {}

  /// Sets the disposable. A second call stops the program.
  public func setDisposable(_ disposable: any Disposable) {
    if isAssigned.exchange(true, ordering: .relaxed) {
      fatalError(
        "SingleAssignmentDisposable.setDisposable(_:) was called twice. Use a SerialDisposable to replace a disposable."
      )
    }
    replace(with: disposable).dispose()
  }
}
