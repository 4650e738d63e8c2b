/// The observable of an operator that differs from others in its sink only.
///
///     Operator(source) { DoublingSink(observer: $0, cancel: $1) }
///
/// The operators on the hottest paths have classes of their own, which save an allocation.
final class Operator<Output>: Producer<Output>, @unchecked Sendable {
  typealias Begin = (
    _ observer: ObserverBase<Output>, _ cancel: any Cancelable
  ) -> SubscriptionParts

  private let makeSubscription: Begin

  /// Makes an observable of several sources.
  ///
  /// - Parameter makeSubscription: makes the sink of one subscription and connects it to its sources. It captures only the
  ///   caller's sendable closures, sources and constants; it is not sendable itself, because it captures metatypes.
  init(begin makeSubscription: @escaping Begin) {
    self.makeSubscription = makeSubscription
  }

  /// Makes an observable of one source.
  ///
  /// - Parameter makeSink: makes the sink of one subscription.
  convenience init<Element>(
    _ source: Observable<Element>,
    makeSink: @escaping (_ observer: ObserverBase<Output>, _ cancel: any Cancelable) -> Sink<Element, Output>
  ) {
    self.init { observer, cancel in
      let sink = makeSink(observer, cancel)
      return (sink, source.attach(sink))
    }
  }

  override func begin(
    _ observer: ObserverBase<Output>, cancel: any Cancelable
  ) -> SubscriptionParts {
    makeSubscription(observer, cancel)
  }
}
