extension ReadOnlyBindable {
  /// Waits until all values set before the call have been delivered to the observers registered at that moment.
  ///
  ///     count.value = 1
  ///     await count.delivered()  // Each observer has received 1.
  ///
  /// This includes observers with a queue or an actor of their own, with the policy `.latest`, and of values derived
  /// with ``map(_:)`` and ``combine(_:_:_:)``. On a derived value, it waits for all observers of the source Bindables.
  /// Afterwards bindings have set their targets, and each ``values`` stream has buffered its values.
  ///
  /// `queue.sync {}` waits for one turn of a delivery only, which has at most 256 values; this waits for all turns. It
  /// does not wait for a queue on which nothing is pending. An observer removed during the wait is not called again,
  /// but a delivery already scheduled on its queue is waited for.
  ///
  /// Closures that belong to the main actor are called on the main queue, so something must run that queue: an `async`
  /// main and a test do. An observer may start a task that waits for the same Bindable, but must not block until that
  /// task has ended.
  ///
  /// If the task is cancelled, this returns immediately, even with values pending.
  public func delivered() async {
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    pass(DeliveryMark(continuation))
    for await _ in end {}
  }
}

/// Marks the end of the values that ``ReadOnlyBindable/delivered()`` waits for. Its last release ends the wait.
///
/// Each job that must run first retains the mark. So a job that is dropped without running ends the wait too.
final class DeliveryMark: Sendable {
  private let end: AsyncStream<Void>.Continuation

  init(_ end: AsyncStream<Void>.Continuation) {
    self.end = end
  }

  deinit { end.finish() }
}
