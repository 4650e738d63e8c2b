extension ReadOnlyBindable {
  /// Waits until everything that was set before the call has been delivered to the observers that were registered then.
  ///
  ///     count.value = 1
  ///     await count.delivered()  // Each observer has received 1.
  ///
  /// It waits for observers with a queue or an actor of their own too, for those with the policy `.latest`, and for those of
  /// values that ``map(_:)`` and ``combine(_:_:_:)`` derive. On a derived value, it waits for all observers of the Bindables
  /// from which the value derives. A binding has then set its target, and a ``values`` loop has the values in its buffer.
  ///
  /// `queue.sync {}` waits for one turn of a delivery only, which has at most 256 values. This waits for all turns. If
  /// nothing is pending, it waits for no queue. An observer that was removed is not called, but its queue is waited for if a
  /// delivery is scheduled there.
  ///
  /// A closure of the main actor is called on the main queue, so something must run that queue: an `async` main and a test
  /// do. A task that an observer of the same Bindable starts may wait, because the observer has then returned. An observer
  /// must not block until such a task has ended.
  ///
  /// If the task is cancelled, this returns at once, although values may be pending.
  public func delivered() async {
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    pass(DeliveryMark(continuation))
    for await _ in end {}
  }
}

/// A mark behind the values that ``ReadOnlyBindable/delivered()`` waits for. The wait ends with the last reference to it.
///
/// Each job that has to run first holds it. So a job that is dropped without having run ends the wait too.
final class DeliveryMark: Sendable {
  private let end: AsyncStream<Void>.Continuation

  init(_ end: AsyncStream<Void>.Continuation) {
    self.end = end
  }

  deinit { end.finish() }
}
