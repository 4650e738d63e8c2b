public import Dispatch
public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler that runs all work at once, on the thread that schedules it: for tests to which time does not matter.
///
/// What is asked for later runs now, too, and each delay adds to ``now``, so that times still tell in which order work was
/// due. Of periodic work only the first turn runs, since the others would never end.
///
/// Semantics: ReactiveX, Scheduler (immediate).
public final class ImmediateScheduler: SchedulerType, Sendable {
  private let clock: HistoricalScheduler

  /// Makes a scheduler whose clock stands at `now`, the start of 1970 unless told otherwise.
  public init(now: RxTime = RxTime(timeIntervalSince1970: 0)) {
    clock = HistoricalScheduler(initialClock: now)
  }

  /// The date at the start, and all delays that were asked for since.
  public var now: RxTime { clock.now }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    action(state)
  }

  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let seconds = dueTime.seconds
    // What is due never is the one thing that cannot be had at once.
    guard seconds.isFinite else { return Disposables.create() }
    clock.sleep(max(0, seconds))
    return action(state)
  }

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
