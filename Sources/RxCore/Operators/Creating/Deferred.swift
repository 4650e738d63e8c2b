extension ObservableType {
  /// Creates a sequence that calls `observableFactory` on the subscribing thread to create a new source for each
  /// subscription.
  ///
  /// Here the factory reads the clock:
  ///
  /// ```swift
  /// Observable.deferred { .just(scheduler.clock) }
  /// ```
  /// ```
  /// at 3   ---(3|)
  /// at 7   ----   ---(7|)
  /// ```
  ///
  /// If `observableFactory` throws, the sequence fails.
  ///
  /// Semantics: ReactiveX, Defer.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> Observable<Element>
  ) -> Observable<Element> {
    CustomOperator(
      makeSink: { IdentitySink(observer: $0) }, connect: { try observableFactory().subscribe(stage: $0) })
  }
}
