/// Disposes an underlying disposable on a scheduler. `isDisposed` is `false` until that happens.
public final class ScheduledDisposable: Cancelable, Upstream {
  /// The scheduler on which the disposal runs.
  public let scheduler: any ImmediateSchedulerType
  private let slot: DisposableSlot
  private let isHere: @Sendable () -> Bool

  /// Creates a disposable that disposes `disposable` on `scheduler`.
  public convenience init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.init(scheduler: scheduler, disposable: disposable, isHere: { false })
  }

  /// - Parameter isHere: whether the caller is known to run on the scheduler, so that the disposal runs inline.
  init(scheduler: any ImmediateSchedulerType, disposable: any Disposable, isHere: @escaping @Sendable () -> Bool) {
    self.scheduler = scheduler
    self.isHere = isHere
    slot = DisposableSlot(holding: disposable)
  }

  public var isDisposed: Bool { slot.isDisposed }

  public func dispose() {
    if isHere() { slot.dispose() } else { _ = scheduler.schedule { self.slot.dispose() } }
  }

  /// Silences nothing, because the disposal runs later.
  package func silence() -> [any Disposable] { [] }
}
