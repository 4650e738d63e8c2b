/// An observable whose work starts anew with each subscription.
///
/// `subscribe` calls ``run(_:cancel:)`` with a disposable that then disposes both results. On a thread where no subscription is
/// being made, it first starts the trampoline of ``CurrentThreadScheduler``: work that is scheduled there meanwhile runs
/// afterwards, one piece after the other.
///
///     override func run(
///       _ observer: ObserverBase<Int>, cancel: any Cancelable
///     ) -> (sink: any Disposable, subscription: any Disposable) {
///       let sink = DoublingSink(observer: observer, cancel: cancel)
///       return (sink, source.subscribe(sink))
///     }
open class Producer<Element>: Observable<Element>, @unchecked Sendable {
  /// Makes the sink of one subscription and connects it to its source.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: disposes the subscription, the sink included.
  open func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    fatalError("\(Self.self) does not override run(_:cancel:), which every subclass of Producer must.")
  }

  /// The same for the library's own operators, whose sinks are their own subscriptions.
  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let cancel = SingleAssignmentDisposable()
    observer.onSubscribe(cancel)
    let (sink, subscription) = run(observer, cancel: cancel)
    cancel.setDisposable(SinkDisposer(sink: sink, subscription: subscription))
    return cancel
  }

  final override var usesTrampoline: Bool { true }

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    subscribe(stage: observer).handle
  }
}
