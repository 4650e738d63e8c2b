/// The observable of an operator that differs from others in its sink only.
///
///     Operator(source) { DoublingSink(observer: $0, cancel: $1) }
///
/// The operators on the hottest paths have classes of their own, which save an allocation.
final class Operator<Output>: Producer<Output>, @unchecked Sendable {
  typealias Run = (
    _ observer: ObserverBase<Output>, _ cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable)

  private let makeSubscription: Run

  /// Makes an observable of several sources.
  ///
  /// - Parameter makeSubscription: makes the sink of one subscription and connects it to its sources. It captures only the
  ///   caller's sendable closures, sources and constants; it is not sendable itself, because it captures metatypes.
  init(run makeSubscription: @escaping Run) {
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
      return (sink, source.subscribe(erased: sink))
    }
  }

  override func run(
    _ observer: ObserverBase<Output>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    makeSubscription(observer, cancel)
  }
}
