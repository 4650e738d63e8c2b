extension ObservableConvertibleType where Element: Sendable {
  /// The elements, for a `for try await` loop. Elements that are emitted while the loop is busy wait.
  ///
  ///     for try await line in lines.values { print(line) }
  ///
  /// The loop throws the error of the sequence. In a cancelled task it throws `CancellationError`, after the elements that
  /// wait. A loop that ends, or whose task is cancelled, disposes the subscription. The sequence is subscribed immediately,
  /// before the loop begins.
  public var values: AsyncThrowingStream<Element, any Error> { values(bufferingPolicy: .unbounded) }

  /// The elements, for a `for try await` loop. Of the elements that are emitted while the loop is busy, as many wait as
  /// `bufferingPolicy` says; the others are dropped.
  ///
  ///     for try await position in positions.values(bufferingPolicy: .bufferingNewest(1)) { await draw(position) }
  ///
  /// In everything else it is like ``values``.
  public func values(
    bufferingPolicy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(bufferingPolicy: bufferingPolicy) { continuation in
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
