import DeliveryCore

extension ReadOnlyBindable {
  /// Waits until all values set before the call have been delivered to the observers registered at that moment.
  ///
  ///     count.value = 1
  ///     await count.delivered()  // Each observer has received 1.
  ///
  /// The wait includes observers with a queue or an actor of their own, observers with the policy `.latest`, and
  /// observers of values derived with ``map(_:)`` and ``combine(_:_:transform:)``. On a derived value, this method
  /// waits for all observers of the source Bindables. When it returns, bindings have set their destinations, and each
  /// ``values`` stream has buffered its values.
  ///
  /// `queue.sync {}` waits for at most 256 values of a long delivery; `delivered()` waits for all of them. It does not
  /// wait for a queue on which none of these values is pending, even if that queue has other work. If an observer is
  /// removed during the wait, the observer is not called again, but `delivered()` still waits for a delivery already
  /// scheduled on the observer's queue.
  ///
  /// Closures that belong to the main actor are called on the main queue, so something must run that queue: an `async`
  /// main and a test do. An observer may start a task that waits for the same Bindable, but must not block until that
  /// task has ended.
  ///
  /// If the task is cancelled, `delivered()` returns immediately, even with values pending.
  public func delivered() async {
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    do {
      let mark = DeliveryMark { continuation.finish() }
      for root in source.roots { root.carry(mark, for: root) }
    }
    for await _ in end {}
  }
}
