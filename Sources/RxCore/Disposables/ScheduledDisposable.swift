/// Disposes an underlying disposable on a scheduler. `isDisposed` is `false` until that happens.
public final class ScheduledDisposable: Cancelable, Upstream {
  /// The scheduler on which the disposal runs.
  public let scheduler: any ImmediateSchedulerType
  private let slot: DisposableSlot

  /// Creates a disposable that disposes `disposable` on `scheduler`.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    slot = DisposableSlot(holding: disposable)
  }

  public var isDisposed: Bool { slot.isDisposed }

  public func dispose() { _ = scheduler.schedule { self.slot.dispose() } }

  /// Silences nothing, because the disposal runs later.
  package func silence() -> [any Disposable] { [] }
}
