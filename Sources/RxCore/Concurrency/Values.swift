extension ObservableConvertibleType where Element: Sendable {
  /// The elements, for a `for try await` loop. Elements that are emitted while the loop is busy wait.
  ///
  ///     for try await line in lines.values { print(line) }
  ///
  /// The loop throws the error of the sequence. In a cancelled task it throws `CancellationError`, after the elements that
  /// wait. A loop that ends, or whose task is cancelled, disposes the subscription. The sequence is subscribed immediately,
  /// before the loop begins.
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = asObservable().subscribe(
        onNext: { continuation.yield($0) }, onError: { continuation.finish(throwing: $0) },
        onCompleted: { continuation.finish() })
      continuation.onTermination = { termination in
        // Too late if the sequence has ended: only the first end counts.
        if case .cancelled = termination { continuation.finish(throwing: CancellationError()) }
        subscription.dispose()
      }
    }
  }
}
