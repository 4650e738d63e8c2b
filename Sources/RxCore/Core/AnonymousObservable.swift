/// A subscription to `create`. Forwards the events that the closure emits.
@usableFromInline
final class AnonymousObservableSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  required override init(observer: ObserverBase<Element>) {
    super.init(observer: observer)
  }
}

/// The observable that `create` returns: stores the closure and calls it for each subscription. For why the initialiser
/// is inlinable, see `Map`.
@usableFromInline
final class AnonymousObservable<Element>: Producer<Element>, @unchecked Sendable {
  @usableFromInline let subscribeHandler: @Sendable (AnyObserver<Element>) -> any Disposable
  @usableFromInline let sinkType: AnonymousObservableSink<Element>.Type

  @inlinable
  init(_ subscribeHandler: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) {
    self.subscribeHandler = subscribeHandler
    sinkType = AnonymousObservableSink<Element>.self
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = sinkType.init(observer: observer)
    return sink.connected { subscribeHandler(AnyObserver(sink)) }
  }
}
