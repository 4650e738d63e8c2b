/// An observable whose work starts anew with each subscription.
///
/// `subscribe` makes a `SinkDisposer`, calls ``run(_:cancel:)`` and gives the disposer both results. On a thread where no
/// subscription is being made, it first starts the trampoline of ``CurrentThreadScheduler``: work that is scheduled there
/// meanwhile runs afterwards, one piece after the other.
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

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    // A subscription inside a subscription adds no frame of the trampoline to the stack: chains may be long.
    if Trampoline.isRunningHere { return start(observer) }
    return Trampoline.withCurrent { trampoline in trampoline.run { start(observer) } }
  }

  private func start(_ observer: ObserverBase<Element>) -> SinkDisposer {
    let disposer = SinkDisposer()
    // This function keeps the disposer; `run` borrows it.
    Unmanaged.passUnretained(disposer)._withUnsafeGuaranteedRef {
      $0.setSinkAndSubscription(run(observer, cancel: $0))
    }
    return disposer
  }
}
