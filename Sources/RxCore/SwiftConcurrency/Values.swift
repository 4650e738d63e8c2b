extension ObservableConvertibleType where Element: Sendable {
  /// The elements, for a `for try await` loop. Elements emitted while the loop body runs are buffered.
  ///
  ///     for try await line in lines.values { print(line) }
  ///
  /// The loop throws the sequence's error. In a cancelled task, it throws `CancellationError` after the buffered
  /// elements. The subscription is made immediately, before the loop begins. It is disposed when the task is cancelled,
  /// or when the loop has ended and the stream is no longer referenced: a stream kept in a property keeps it.
  public var values: AsyncThrowingStream<Element, any Error> { values(bufferingPolicy: .unbounded) }

  /// The elements, for a `for try await` loop.
  ///
  /// `bufferingPolicy` determines which elements are kept while the loop body runs; the others are dropped.
  ///
  ///     for try await position in positions.values(bufferingPolicy: .bufferingNewest(1)) { await draw(position) }
  ///
  /// Otherwise behaves like ``values``.
  public func values(
    bufferingPolicy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(bufferingPolicy: bufferingPolicy) { continuation in
      let subscription = asObservable().subscribe(
        onNext: { continuation.yield($0) }, onError: { continuation.finish(throwing: $0) },
        onCompleted: { continuation.finish() })
      continuation.onTermination = { termination in
        // This has no effect if the sequence has already ended: only the first call of `finish` counts.
        if case .cancelled = termination { continuation.finish(throwing: CancellationError()) }
        subscription.dispose()
      }
    }
  }
}
