/// The observable that `create` returns: stores the closure and calls it for each subscription. For why the initialiser
/// is inlinable, and keeps the type of the sink, see `Map` and `Operator`.
@usableFromInline
final class AnonymousObservable<Element>: Producer<Element>, @unchecked Sendable {
  /// Called with each new observer. Returns the disposable of the work that it starts.
  @usableFromInline typealias SubscribeHandler = @Sendable (AnyObserver<Element>) -> any Disposable

  @usableFromInline let subscribeHandler: SubscribeHandler
  @usableFromInline let sinkType: AnonymousObservableSink<Element>.Type

  @inlinable
  init(_ subscribeHandler: @escaping SubscribeHandler) {
    self.subscribeHandler = subscribeHandler
    sinkType = AnonymousObservableSink<Element>.self
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = sinkType.init(observer: observer)
    observer.onSubscribe(sink)
    sink.run(self)
    return sink
  }
}

/// A subscription to `create`. Forwards the events that the closure emits, until a terminal event or its disposal.
@usableFromInline
final class AnonymousObservableSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  required override init(observer: ObserverBase<Element>) {
    super.init(observer: observer)
  }

  /// Calls the closure of `create`, and holds the disposable that it returns.
  @inline(__always)
  func run(_ parent: AnonymousObservable<Element>) {
    holdWork { parent.subscribeHandler(AnyObserver(self)) }
  }
}
