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
    Deferred(factory: observableFactory)
  }
}

private final class DeferredSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  func run(_ factory: () throws -> Observable<Element>) -> DisposableObject {
    do {
      return try factory().attach(self)
    } catch {
      forwardError(error)
      return NopDisposable.noOp
    }
  }
}

private final class Deferred<Element>: Producer<Element>, @unchecked Sendable {
  private let factory: @Sendable () throws -> Observable<Element>

  init(factory: @escaping @Sendable () throws -> Observable<Element>) {
    self.factory = factory
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = DeferredSink<Element>(observer: observer, cancel: cancel)
    return (sink, sink.run(factory))
  }
}
