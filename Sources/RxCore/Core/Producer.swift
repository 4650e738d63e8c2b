/// An observable whose work starts anew with each subscription.
///
/// `subscribe` makes a ``SinkDisposer``, calls ``run(_:cancel:)`` and hands the disposer both of what comes back. On a
/// thread where no subscription is going on, it first starts the trampoline of ``CurrentThreadScheduler``, so that what
/// is scheduled there in the meantime runs afterwards, one after the other.
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
  ///   - observer: who is told of the events.
  ///   - cancel: disposes the subscription, the sink included.
  open func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    fatalError("\(Self.self) does not override run(_:cancel:), which every subclass of Producer must.")
  }

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    // Nothing of the trampoline stays on the stack of a subscription inside a subscription: chains may be long.
    if Trampoline.isRunningHere { return start(observer) }
    return Trampoline.withCurrent { trampoline in trampoline.run { start(observer) } }
  }

  private func start(_ observer: ObserverBase<Element>) -> SinkDisposer {
    let disposer = SinkDisposer()
    // Kept by this function: `run` is lent it.
    Unmanaged.passUnretained(disposer)._withUnsafeGuaranteedRef {
      $0.setSinkAndSubscription(run(observer, cancel: $0))
    }
    return disposer
  }
}
