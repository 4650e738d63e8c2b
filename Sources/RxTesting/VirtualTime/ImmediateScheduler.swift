public import Dispatch
public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler that runs all work immediately on the calling thread, for tests in which time does not matter.
///
/// Delayed work also runs immediately, and each delay is added to ``now``. Work with a delay of `.never` does not run.
/// Periodic work, such as that of `interval`, runs only once, because it would otherwise never end: test it with a
/// ``TestScheduler``. Work that keeps rescheduling itself, such as that of `repeatElement`, ends only when disposed.
/// Rescheduled work runs inside the previous call, so thousands of elements of `range` or `from` overflow the stack.
///
/// Semantics: ReactiveX, Scheduler (immediate).
public final class ImmediateScheduler: SchedulerType, Sendable {
  private let clock: HistoricalScheduler

  /// Creates a scheduler.
  ///
  /// - Parameter now: the initial date; by default the start of 1970.
  public init(now: RxTime = RxTime(timeIntervalSince1970: 0)) {
    clock = HistoricalScheduler(initialClock: now)
  }

  /// The initial date plus all delays so far.
  public var now: RxTime { clock.now }

  /// Runs `action` with `state` immediately.
  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    action(state)
  }

  /// Adds `dueTime` to the date and runs `action` with `state` immediately.
  ///
  /// A negative `dueTime` counts as zero; with `.never`, `action` does not run.
  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let seconds = dueTime.seconds
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
