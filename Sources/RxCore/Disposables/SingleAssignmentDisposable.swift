import Synchronization

/// Holds one disposable, which is set later. After disposal, it disposes the one that it gets. May be used from any thread.
public final class SingleAssignmentDisposable: DisposableSlot, Upstream, @unchecked Sendable {
  private let isAssigned = Atomic<Bool>(false)

  /// Makes one that waits for its disposable.
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
