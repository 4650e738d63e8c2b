/// Disposes another disposable on a scheduler.
public final class ScheduledDisposable: Cancelable, @unchecked Sendable {
  /// Where the disposal runs.
  public let scheduler: any ImmediateSchedulerType
  private let slot = DisposableSlot()

  /// Makes one that disposes `disposable` on `scheduler`.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    _ = slot.replace(with: disposable)
  }

  public var isDisposed: Bool { slot.isDisposed }

  public func dispose() {
    guard let disposable = slot.close() else { return }
    _ = scheduler.schedule(disposable) { disposable in
      disposable.dispose()
      return Disposables.create()
    }
  }
}
