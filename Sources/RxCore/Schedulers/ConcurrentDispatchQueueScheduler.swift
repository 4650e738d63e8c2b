public import Dispatch

/// A scheduler that runs work on a dispatch queue, concurrently if the queue is concurrent.
///
/// Delayed and periodic work waits for a dispatch timer; disposal cancels the work.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
  let work: QueueWork

  /// Creates a scheduler for `queue`. Timers may be late by up to `leeway`; a negative leeway and `.never` count as
  /// zero.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    work = QueueWork(queue: queue, leeway: leeway, isConcurrent: true)
  }

  /// Creates a scheduler with a new concurrent queue of the given quality of service.
  public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    self.init(
      queue: DispatchQueue(label: "rxswift.queue.\(qos)", qos: qos, attributes: .concurrent), leeway: leeway)
  }

  /// The system time.
  public var now: RxTime { .current }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, action: action)
  }

  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, after: dueTime, action: action)
  }

  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    work.schedule(state, startAfter: startAfter, period: period, action: action)
  }
}
