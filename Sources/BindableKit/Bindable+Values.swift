import DeliveryCore

/// How many values wait for a `for await` loop that is slower than the setter.
public enum ValuesBuffering: Sendable {
  /// The newest `count` values; older ones are dropped.
  case newest(_ count: Int)
  /// The oldest `count` values; newer ones are dropped.
  case oldest(_ count: Int)
}

extension Bindable where Value: Sendable {
  /// The present value and each later one, as far as the loop keeps up: of those that wait, the newest is kept.
  ///
  ///     for await count in viewModel.count.values { print(count) }
  ///
  /// The sequence ends when the Bindable goes or the task is cancelled. It does not keep the Bindable alive, and
  /// each call makes a sequence of its own, for one loop.
  public var values: AsyncStream<Value> { values(buffering: .newest(1)) }

  /// The present value and each later one, with a buffer of the given kind and size. See ``values``.
  public func values(buffering: ValuesBuffering) -> AsyncStream<Value> {
    let policy: AsyncStream<Value>.Continuation.BufferingPolicy =
      switch buffering {
      case .newest(let count): .bufferingNewest(max(1, count))
      case .oldest(let count): .bufferingOldest(max(1, count))
      }
    return AsyncStream(bufferingPolicy: policy) { continuation in
      let token = observe(replay: true, ended: { continuation.finish() }) { value, _ in continuation.yield(value) }
      continuation.onTermination = { _ in token.cancel() }
    }
  }
}
