public import Dispatch

/// A scheduler that runs work on a dispatch queue, concurrently if the queue is concurrent.
///
/// Delayed and periodic work waits for a dispatch timer; disposal cancels the work.
public final class ConcurrentDispatchQueueScheduler: DispatchQueueScheduler, @unchecked Sendable {
  /// Creates a scheduler for `queue`. Timers may be late by up to `leeway`; a negative leeway and `.never` count as
  /// zero.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    super.init(queue: queue, leeway: leeway, isConcurrent: true)
  }

  /// Creates a scheduler with a new concurrent queue of the given quality of service.
  public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    self.init(
      queue: DispatchQueue(label: "rxswift.queue.\(qos)", qos: qos, attributes: .concurrent), leeway: leeway)
  }
}
