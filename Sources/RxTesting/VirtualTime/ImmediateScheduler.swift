public import Dispatch
public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler that runs all work at once, on the thread that schedules it, for tests in which time does not matter.
///
/// Delayed work runs at once as well, and each delay is added to ``now``. Periodic work runs once, because it would never
/// end. Work that schedules itself again, as a timer that is restarted does, never ends either: use a ``TestScheduler`` for it. Work
/// with a delay of `.never` does not run.
///
/// Semantics: ReactiveX, Scheduler (immediate).
public final class ImmediateScheduler: SchedulerType, Sendable {
  private let clock: HistoricalScheduler

  /// Makes a scheduler.
  ///
  /// - Parameter now: the date at the start; the start of 1970 without one.
  public init(now: RxTime = RxTime(timeIntervalSince1970: 0)) {
    clock = HistoricalScheduler(initialClock: now)
  }

  /// The date at the start plus all delays since.
  public var now: RxTime { clock.now }

  /// Runs `action` with `state` at once.
  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    action(state)
  }

  /// Adds `dueTime` to the date, a negative one as zero, and runs `action` with `state` at once; not at all if it is
  /// `.never`.
  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let seconds = dueTime.seconds
    // Work that is never due does not run at once either.
    guard seconds.isFinite else { return Disposables.create() }
    clock.sleep(max(0, seconds))
    return action(state)
  }

  /// Adds `startAfter` to the date and runs `action` with `state` once.
  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    scheduleRelative(state, dueTime: startAfter) { state in
      _ = action(state)
      return Disposables.create()
    }
  }
}
