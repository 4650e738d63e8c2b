/// Disposes an underlying disposable on a scheduler. `isDisposed` is `false` until that happens.
public final class ScheduledDisposable: DisposableSlot, @unchecked Sendable {
  /// The scheduler on which the disposal runs.
  public let scheduler: any ImmediateSchedulerType

  /// Creates a disposable that disposes `disposable` on `scheduler`.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    super.init(holding: disposable)
  }

  /// Silences nothing, because the disposal runs later.
  package override func silence() -> [any Disposable] { [] }

  package override func end(_ rest: inout [any Disposable]) -> (any Upstream)? {
    _ = scheduler.schedule { self.close().dispose() }
    return nil
  }
}
