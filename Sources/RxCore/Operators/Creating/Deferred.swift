extension ObservableType {
  /// Makes a separate source for each subscription, by calling `observableFactory` on the subscribing thread.
  ///
  ///     let now = Observable<RxTime>.deferred { .just(RxTime()) }
  ///
  /// An error that `observableFactory` throws ends the sequence.
  ///
  /// Semantics: ReactiveX, Defer.
  @preconcurrency
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> Observable<Element>
  ) -> Observable<Element> {
    CustomOperator { observer in
      let sink = IdentitySink<Element>(observer: observer)
      do {
        return sink.subscribed(to: try observableFactory())
      } catch {
        sink.forwardError(error)
        return sink
      }
    }
  }
}
