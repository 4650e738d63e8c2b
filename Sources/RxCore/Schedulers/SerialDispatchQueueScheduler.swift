public import Dispatch

/// A scheduler that runs work on a dispatch queue, one job at a time. The queue is serial, but may target a concurrent one.
///
/// Delayed and periodic work waits for a dispatch timer with the scheduler's leeway; disposal cancels the work.
public class SerialDispatchQueueScheduler: DispatchQueueScheduler, @unchecked Sendable {
  /// Creates a scheduler that runs work on `serialQueue` itself, in order with the Bindables and observers that deliver
  /// there.
  ///
  /// - Parameters:
  ///   - serialQueue: a serial queue. For a concurrent one, use ``init(queue:internalSerialQueueName:leeway:)``.
  ///   - leeway: how late timers may be. A negative leeway and `.never` count as zero.
  public init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    super.init(queue: serialQueue, leeway: leeway, isConcurrent: false)
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
}
