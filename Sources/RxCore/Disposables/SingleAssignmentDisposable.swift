import Synchronization

/// Holds one disposable, which may be set only once.
///
/// If it is disposed first, it disposes the disposable when that is set. May be used from any thread.
public final class SingleAssignmentDisposable: DisposableSlot, Upstream, @unchecked Sendable {
  private let isAssigned = Atomic<Bool>(false)

  /// Creates a disposable that holds nothing yet.
  public override init() {}

  /// Sets the disposable. A second call stops the program.
  public func setDisposable(_ disposable: any Disposable) {
    if isAssigned.exchange(true, ordering: .relaxed) {
      fatalError(
        "SingleAssignmentDisposable.setDisposable(_:) was called twice. Use a SerialDisposable to replace a disposable."
      )
    }
    replace(with: disposable)?.dispose()
  }
}
