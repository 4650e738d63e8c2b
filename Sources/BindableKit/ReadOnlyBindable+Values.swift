import DeliveryCore

extension ReadOnlyBindable {
  /// The current value and each later one. If the loop cannot keep up, only the newest pending value is kept.
  ///
  ///     for await count in viewModel.count.values { print(count) }
  ///
  /// The sequence ends when the Bindable has been deallocated (for a derived value, all Bindables from which it
  /// derives), or when the task is cancelled. The sequence does not keep the Bindables alive. Each access creates a new
  /// sequence, for one loop.
  public var values: AsyncStream<Value> { values(bufferingPolicy: .bufferingNewest(1)) }

  /// The current value and each later one. If the loop cannot keep up, `bufferingPolicy` determines which values are
  /// kept. See ``values``.
  ///
  ///     for await line in log.lines.values(bufferingPolicy: .unbounded) { write(line) }
  public func values(bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy) -> AsyncStream<Value> {
    let policy: DeliveryPolicy = if case .bufferingNewest(1) = bufferingPolicy { .latest } else { .every }
    return AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let observation = link(replay: .now, policy: policy, ended: { continuation.finish() }) { value, _ in
        continuation.yield(value)
      }
      continuation.onTermination = { _ in observation.end() }
    }
  }
}
