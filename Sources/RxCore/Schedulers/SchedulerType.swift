public import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A point in time.
public typealias RxTime = Date

/// A time interval. A negative one counts as zero, and `.never` never elapses.
public typealias RxTimeInterval = DispatchTimeInterval

/// A scheduler that runs work immediately or as soon as possible. All members may be called from any thread.
///
/// Semantics: ReactiveX, Scheduler.
@preconcurrency
public protocol ImmediateSchedulerType: Sendable {
  /// Runs `action` with `state`.
  ///
  /// Disposing the result cancels the work if it has not started, and disposes the disposable that `action` returned.
  @preconcurrency
  func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable
}

/// A scheduler that runs work at a given time. All members may be called from any thread.
///
/// Semantics: ReactiveX, Scheduler.
@preconcurrency
public protocol SchedulerType: ImmediateSchedulerType {
  /// The scheduler's current time.
  var now: RxTime { get }

  /// Runs `action` with `state` after `dueTime`.
  ///
  /// Disposing the result cancels the work if it has not started, and disposes the disposable that `action` returned.
  @preconcurrency
  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable

  /// Runs `action` after `startAfter` and then every `period`, each time with the state that the previous call
  /// returned.
  ///
  /// Disposing the result stops the calls. On dispatch queue schedulers, a period of zero or less counts as a
  /// millisecond, and a period of `.never` runs `action` once.
  @preconcurrency
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable
}

extension SchedulerType {
  /// Runs `action` with `state` at `time`, or as soon as possible if `time` has passed.
  @preconcurrency
  public func scheduleAbsolute<StateType>(
    _ state: StateType, time: RxTime, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .seconds(max(0, time.timeIntervalSince(now))), action: action)
  }

  /// Schedules periodic work through `scheduleRelative`, for schedulers that do not implement this method.
  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    PeriodicWork(state, action) { schedule(after: period, $0) }.start { schedule(after: startAfter, $0) }
  }

  /// Runs `work` once, after `dueTime`.
  func schedule(after dueTime: RxTimeInterval, _ work: @escaping @Sendable () -> Void) -> any Disposable {
    scheduleRelative((), dueTime: dueTime) { _ in
      work()
      return Disposables.create()
    }
  }
}

extension ImmediateSchedulerType {
  /// Runs `action` recursively: each call of the closure passed to it schedules `action` again, with a new state.
  ///
  /// Disposing the result cancels all calls that have not started.
  @preconcurrency
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping @Sendable (_ state: State, _ recurse: @Sendable (State) -> Void) -> Void
  ) -> any Disposable {
    let recursive = RecursiveWork(scheduler: self, action: action)
    recursive.schedule(state)
    return recursive.scheduled  // Unlike the work itself, this does not retain `action` when nothing is scheduled.
  }

  /// Runs `work` once.
  func schedule(_ work: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(()) { _ in
      work()
      return Disposables.create()
    }
  }
}

/// The scheduled calls of `scheduleRecursive`. Each call of `recurse` adds one.
private final class RecursiveWork<State>: Sendable {
  private let scheduler: any ImmediateSchedulerType
  private let action: @Sendable (State, @Sendable (State) -> Void) -> Void
  let scheduled = CompositeDisposable()

  init(
    scheduler: any ImmediateSchedulerType, action: @escaping @Sendable (State, @Sendable (State) -> Void) -> Void
  ) {
    self.scheduler = scheduler
    self.action = action
  }

  func schedule(_ state: State) {
    let run = SingleAssignmentDisposable()
    guard let key = scheduled.insert(run) else { return }
    run.setDisposable(
      scheduler.schedule(state) { state in
        self.scheduled.remove(for: key)
        if !self.scheduled.isDisposed { self.action(state) { self.schedule($0) } }
        return Disposables.create()
      })
  }
}

extension DispatchTimeInterval {
  /// The interval in seconds; infinite for `.never`.
  package var seconds: Double {
    switch self {
    case .seconds(let count): Double(count)
    case .milliseconds(let count): Double(count) / 1e3
    case .microseconds(let count): Double(count) / 1e6
    case .nanoseconds(let count): Double(count) / 1e9
    case .never: .infinity
    @unknown default: .infinity
    }
  }

  /// Creates an interval from seconds, rounded to nanoseconds, or to milliseconds or seconds if it spans centuries;
  /// `.never` if it is too long.
  package static func seconds(_ seconds: Double) -> DispatchTimeInterval {
    if let nanoseconds = Int(exactly: (seconds * 1e9).rounded()) { return .nanoseconds(nanoseconds) }
    if let milliseconds = Int(exactly: (seconds * 1e3).rounded()) { return .milliseconds(milliseconds) }
    return Int(exactly: seconds.rounded()).map { .seconds($0) } ?? .never
  }
}

extension RxTime {
  /// The system time.
  static var current: RxTime { Date() }

  var secondsSinceReference: Double { timeIntervalSinceReferenceDate }

  /// The smallest meaningful difference, in seconds: a current `Date` has a precision of about a tenth of a
  /// microsecond.
  static var resolution: Double { 1e-6 }

  /// The number of seconds since `start`.
  func seconds(since start: RxTime) -> Double { timeIntervalSince(start) }
}
