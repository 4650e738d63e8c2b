/// One subscription of `create`: forwards the events that the closure emits.
final class AnonymousObservableSink<Element>: IdentitySink<Element>, @unchecked Sendable {
  func run(_ parent: AnonymousObservable<Element>) {
    let subscription = SingleAssignmentDisposable()
    connect(subscription)
    subscription.setDisposable(parent.subscribeHandler(AnyObserver(self)))
  }
}

/// The observable behind `create`: stores the closure, which runs with each subscription.
final class AnonymousObservable<Element>: Producer<Element>, @unchecked Sendable {
  let subscribeHandler: @Sendable (AnyObserver<Element>) -> any Disposable

  init(_ subscribeHandler: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) {
    self.subscribeHandler = subscribeHandler
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let sink = AnonymousObservableSink<Element>(observer: observer)
    sink.run(self)
    return sink
  }
}
