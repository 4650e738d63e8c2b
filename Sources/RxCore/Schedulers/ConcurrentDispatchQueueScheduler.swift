public import Dispatch

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// Runs work on a dispatch queue, concurrently if the queue is concurrent.
///
/// Delayed and periodic work uses a dispatch timer; disposal cancels the timer.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
  let queue: DispatchQueue
  private let leeway: DispatchTimeInterval

  /// Makes a scheduler that runs work on `queue`. Timers may be late by `leeway`; a negative leeway and `.never` mean zero.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    self.queue = queue
    self.leeway = leeway
  }

  /// Makes a scheduler that runs work on a concurrent queue of that quality of service.
  public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    self.init(
      queue: DispatchQueue(label: "rxswift.queue.\(qos)", qos: qos, attributes: .concurrent), leeway: leeway)
  }

  /// The system's time.
  public var now: RxTime { Date() }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    queue.schedule(state, action: action)
  }

  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    queue.schedule(state, after: dueTime, leeway: leeway, action: action)
  }

  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    queue.schedule(state, startAfter: startAfter, period: period, leeway: leeway, action: action)
  }
}
