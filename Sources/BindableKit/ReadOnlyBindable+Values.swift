import DeliveryCore

/// Which values are buffered if a `for await` loop cannot keep up.
public enum BufferingPolicy: Sendable {
  /// The newest `count` values, at least one; older ones are dropped.
  case newest(_ count: Int)
  /// The oldest `count` values, at least one; newer ones are dropped.
  case oldest(_ count: Int)
  /// Every value, in order. Values are kept in memory until the loop receives them.
  case unbounded
}

extension ReadOnlyBindable {
  /// The current value and each later one. If the loop cannot keep up, only the newest pending value is kept.
  ///
  ///     for await count in viewModel.count.values { print(count) }
  ///
  /// The sequence ends when the Bindable has been deallocated (for a derived value, all Bindables from which it
  /// derives), or when the task is cancelled. The sequence does not keep the Bindables alive. Each access creates a new
  /// sequence, for one loop.
  public var values: AsyncStream<Value> { values(buffering: .newest(1)) }

  /// The current value and each later one, with a buffer of the given kind and size. See ``values``.
  ///
  ///     for await line in log.lines.values(buffering: .unbounded) { write(line) }
  public func values(buffering: BufferingPolicy) -> AsyncStream<Value> {
    let policy: AsyncStream<Value>.Continuation.BufferingPolicy =
      switch buffering {
      case .newest(let count): .bufferingNewest(max(1, count))
      case .oldest(let count): .bufferingOldest(max(1, count))
      case .unbounded: .unbounded
      }
    return AsyncStream(bufferingPolicy: policy) { continuation in
      let observation = link(replay: true, ended: { continuation.finish() }) { value, _ in continuation.yield(value) }
      continuation.onTermination = { _ in observation.end() }
    }
  }
}
