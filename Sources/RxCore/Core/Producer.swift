/// An observable that starts its work anew for each subscription.
///
/// For an operator of your own, `subscribe` calls ``run(_:cancel:)``, passing a disposable that later disposes the
/// returned sink and subscription. The library's operators override another `run`: see below. The outermost
/// subscription on a thread starts the trampoline of ``CurrentThreadScheduler``: work scheduled on it during the
/// subscription runs afterwards, in order.
///
///     override func run(
///       _ observer: ObserverBase<Int>, cancel: any Cancelable
///     ) -> (sink: any Disposable, subscription: any Disposable) {
///       let sink = DoublingSink(observer: observer, cancel: cancel)
///       return (sink, source.subscribe(sink))
///     }
open class Producer<Element>: Observable<Element>, @unchecked Sendable {
  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    start(observer).makeDisposer()
  }

  final override func start(_ observer: ObserverBase<Element>) -> any Upstream {
    if CurrentThreadScheduler.isScheduleRequired {
      // The outermost subscription: work that sources schedule waits until the whole chain has been subscribed.
      return Trampoline.run { run(observer) }
    }
    // A subscription inside another one, which has started the trampoline.
    return run(observer)
  }

  /// Creates the sink of one subscription and connects it to its source.
  ///
  /// - Parameters:
  ///   - observer: receives the events.
  ///   - cancel: disposes the whole subscription, including the sink.
  open func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    fatalError("\(Self.self) does not override run(_:cancel:), as every subclass of Producer must.")
  }

  /// Makes one subscription through ``run(_:cancel:)``.
  ///
  /// The library's own operators, whose sinks hold the subscription to their source, override this method instead.
  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let disposer = SinkDisposer()
    observer.onSubscribe(disposer)
    let (sink, subscription) = run(observer, cancel: disposer)
    disposer.setSinkAndSubscription(sink: sink, subscription: subscription)
    return disposer
  }
}
