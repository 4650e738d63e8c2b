/// The observable of an operator with one source. Creates a sink for each subscription.
///
///     Operator(source) { DoublingSink(observer: $0) }
///
/// `Map`, `Filter` and `Generated` store the sink's type instead of a `makeSink` closure, which saves an allocation: see
/// the benchmarks `mapfilter6-create` and `flatmap-five`.
final class Operator<Element, Output>: Producer<Output>, @unchecked Sendable {
  private let source: Observable<Element>
  private let makeSink: (ObserverBase<Output>) -> Sink<Element, Output>

  /// - Parameter makeSink: creates the sink of one subscription, which must not emit yet. It may capture only the
  ///   caller's sendable closures, arguments and metatypes; because of the metatypes, it cannot be `@Sendable`.
  init(
    _ source: Observable<Element>, makeSink: @escaping (_ observer: ObserverBase<Output>) -> Sink<Element, Output>
  ) {
    self.source = source
    self.makeSink = makeSink
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream { source.run(makeSink(observer), for: observer) }
}
