/// The observable of an operator with one source. Creates a sink for each subscription.
///
///     Operator(source) { DoublingSink(observer: $0) }
///
/// `Map`, `Filter` and `FromArray` do the same without a closure, which saves an allocation: see the benchmarks
/// `mapfilter6-create` and `flatmap-five`.
final class Operator<Element, Output>: Producer<Output>, @unchecked Sendable {
  private let source: Observable<Element>
  private let makeSink: (ObserverBase<Output>) -> Sink<Element, Output>

  /// - Parameter makeSink: creates the sink of one subscription. It captures only the caller's sendable closures,
  ///   constants and metatypes; because of the metatypes, it cannot be `@Sendable`.
  init(
    _ source: Observable<Element>, makeSink: @escaping (_ observer: ObserverBase<Output>) -> Sink<Element, Output>
  ) {
    self.source = source
    self.makeSink = makeSink
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream {
    let sink = makeSink(observer)
    observer.onSubscribe(sink)
    return sink.subscribed(to: source)
  }
}

/// The observable of any other operator. Creates a sink for each subscription and connects it to its sources.
final class CustomOperator<Output>: Producer<Output>, @unchecked Sendable {
  private let subscribe: (ObserverBase<Output>) -> any Upstream

  /// - Parameter subscribe: makes one subscription. See ``Operator/init(_:makeSink:)`` for what it may capture.
  init(run subscribe: @escaping (_ observer: ObserverBase<Output>) -> any Upstream) {
    self.subscribe = subscribe
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream { subscribe(observer) }
}
