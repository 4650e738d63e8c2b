/// The observable of an operator: makes the sink of each subscription.
///
///     Operator(source) { DoublingSink(observer: $0) }
final class Operator<Output>: Producer<Output>, @unchecked Sendable {
  private let makeSubscription: (ObserverBase<Output>) -> any Upstream

  /// Makes an observable of any number of sources.
  ///
  /// - Parameter makeSubscription: makes the sink of one subscription and connects it to its sources. It captures only the
  ///   caller's sendable closures, sources and constants; it is not sendable itself, because it captures metatypes.
  init(run makeSubscription: @escaping (_ observer: ObserverBase<Output>) -> any Upstream) {
    self.makeSubscription = makeSubscription
  }

  /// Makes an observable of one source.
  ///
  /// - Parameter makeSink: makes the sink of one subscription.
  convenience init<Element>(
    _ source: Observable<Element>, makeSink: @escaping (_ observer: ObserverBase<Output>) -> Sink<Element, Output>
  ) {
    self.init { makeSink($0).subscribed(to: source) }
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream { makeSubscription(observer) }
}
