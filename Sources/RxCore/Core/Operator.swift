/// The observable of an operator with one source: makes the sink of each subscription.
///
///     Operator(source) { DoublingSink(observer: $0) }
///
/// Other observables do the same without a closure, which is an object less: `Map`, `Filter` and `FromArray`, where the
/// benchmarks `mapfilter6-create` and `flatmap-five` show it.
final class Operator<Element, Output>: Producer<Output>, @unchecked Sendable {
  private let source: Observable<Element>
  private let makeSink: (ObserverBase<Output>) -> Sink<Element, Output>

  /// - Parameter makeSink: makes the sink of one subscription. It captures only the caller's sendable closures and constants; it
  ///   is not sendable itself, because it captures metatypes.
  init(
    _ source: Observable<Element>, makeSink: @escaping (_ observer: ObserverBase<Output>) -> Sink<Element, Output>
  ) {
    self.source = source
    self.makeSink = makeSink
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream { makeSink(observer).subscribed(to: source) }
}

/// The observable of any other operator: makes the sink of each subscription, and connects it to its sources.
final class CustomOperator<Output>: Producer<Output>, @unchecked Sendable {
  private let subscribe: (ObserverBase<Output>) -> any Upstream

  /// - Parameter subscribe: makes one subscription. See ``Operator/init(_:makeSink:)`` for what it captures.
  init(run subscribe: @escaping (_ observer: ObserverBase<Output>) -> any Upstream) {
    self.subscribe = subscribe
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream { subscribe(observer) }
}
