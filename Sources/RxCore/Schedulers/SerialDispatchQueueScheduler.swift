public import Dispatch

/// A scheduler that runs work on a dispatch queue, one job at a time even if the underlying queue is concurrent.
///
/// Delayed and periodic work waits for a dispatch timer with the scheduler's leeway; disposal cancels the work.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
  let work: QueueWork

  /// Creates a scheduler for `serialQueue`.
  init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval) {
    work = QueueWork(queue: serialQueue, leeway: leeway, isConcurrent: false)
  }

  /// Creates a scheduler with its own serial queue.
  ///
  /// - Parameters:
  ///   - internalSerialQueueName: the queue's label.
  ///   - serialQueueConfiguration: called with the queue before it is used, for example to set its target.
  ///   - leeway: how late timers may be. A negative leeway and `.never` count as zero.
  public convenience init(
    internalSerialQueueName: String, serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    let queue = DispatchQueue(label: internalSerialQueueName)
    serialQueueConfiguration?(queue)
    self.init(serialQueue: queue, leeway: leeway)
  }

  /// Creates a scheduler with its own serial queue, which targets `queue`. `queue` may be concurrent.
  public convenience init(
    queue: DispatchQueue, internalSerialQueueName: String, leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    self.init(serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
  }

  /// Creates a scheduler with its own serial queue, which targets the global queue of the given quality of service.
  public convenience init(
    qos: DispatchQoS, internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    self.init(
      queue: DispatchQueue.global(qos: qos.qosClass), internalSerialQueueName: internalSerialQueueName, leeway: leeway)
  }

  /// The system time.
  public var now: RxTime { .current }

  /// Whether work scheduled from the queue itself, while no other work is pending or running, may run inline.
  var runsInline: Bool { false }

  @preconcurrency
  public final func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleInternal(state, action: action)
  }

  func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, action: action)
  }

  @preconcurrency
  public final func scheduleRelative<StateType>(
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
