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

  /// The same, for the library's own operators: the results are objects.
  @usableFromInline
  func begin(_ observer: ObserverBase<Element>, cancel: any Cancelable) -> SubscriptionParts {
    let (sink, subscription) = run(observer, cancel: cancel)
    return (BoxedDisposable(sink), BoxedDisposable(subscription))
  }

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable { attach(observer) }

  @usableFromInline
  final override func attach(_ observer: ObserverBase<Element>) -> any Disposable & AnyObject {
    // A subscription inside a subscription adds no frame of the trampoline to the stack: chains may be long.
    if Trampoline.isRunningHere { return start(observer) }
    return Trampoline.withCurrent { trampoline in trampoline.run { start(observer) } }
  }

  final override func attach(_ observer: ObserverBase<Element>, keep: (DisposableObject) -> Void) {
    if Trampoline.isRunningHere { return keep(start(observer)) }
    Trampoline.withCurrent { trampoline in trampoline.run { keep(start(observer)) } }
  }

  private func start(_ observer: ObserverBase<Element>) -> SinkDisposer {
    let disposer = SinkDisposer()
    // This function keeps the disposer; `begin` borrows it.
    Unmanaged.passUnretained(disposer)._withUnsafeGuaranteedRef {
      let (sink, subscription) = begin(observer, cancel: $0)
      $0.set(sink: sink, subscription: subscription)
    }
    return disposer
  }
}

/// The sink of a subscription, and the subscription to its source.
@usableFromInline
typealias SubscriptionParts = (sink: any Disposable & AnyObject, subscription: any Disposable & AnyObject)
