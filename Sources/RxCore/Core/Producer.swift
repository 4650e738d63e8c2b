/// An observable that starts its work anew for each subscription.
///
/// `subscribe` calls ``run(_:cancel:)``, passing a disposable that later disposes the returned sink and subscription.
/// The outermost subscription on a thread starts the trampoline of ``CurrentThreadScheduler``: work scheduled on it
/// during the subscription runs afterwards, in order.
///
///     override func run(
///       _ observer: ObserverBase<Int>, cancel: any Cancelable
///     ) -> (sink: any Disposable, subscription: any Disposable) {
///       let sink = DoublingSink(observer: observer, cancel: cancel)
///       return (sink, source.subscribe(sink))
///     }
open class Producer<Element>: Observable<Element>, @unchecked Sendable {
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
  /// The library's own operators, whose sinks are their own subscriptions, override this.
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

/// Disposes a subscription made by a custom ``Producer/run(_:cancel:)``: first the sink, then the subscription to its
/// source.
///
///     subscriber ──▶ cancel ──▶ SinkDisposer ──▶ sink ──▶ observer (downstream)
///                      ▲             │            │
///                      └─────────────┼───cancel───┘
///                                    └──▶ subscription ──▶ (upstream)
///
/// The cycle between sink and `cancel` keeps a running subscription alive. Disposal breaks it: `cancel` releases the
/// disposer, which releases the sink and the subscription. Afterwards the subscriber retains only `cancel`.
final class SinkDisposer: SilencingDisposable {
  private let sink: any Disposable
  // A slot, because several threads may call `dispose` at the same time, but the subscription is disposed only once.
  private let subscription = SingleAssignmentDisposable()

  init(sink: any Disposable, subscription: any Disposable) {
    self.sink = sink
    self.subscription.setDisposable(subscription)
  }

  func dispose() {
    sink.dispose()
    Trampoline.withCurrent { $0.dispose(subscription, keeping: sink as AnyObject) }
  }
}

/// The observable of an operator with one source. Creates a sink for each subscription.
///
///     Operator(source) { DoublingSink(observer: $0) }
///
/// `Map`, `Filter` and `Indexed` store the sink's type instead of a `makeSink` closure, which saves an allocation: see
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

  override func run(_ observer: ObserverBase<Output>) -> any Upstream {
    let sink = makeSink(observer)
    observer.onSubscribe(sink)
    return sink.subscribed(to: source)
  }
}

/// The observable of any other operator. Creates a sink for each subscription and connects it to its sources.
final class CustomOperator<Output>: Producer<Output>, @unchecked Sendable {
  private let subscribe: (ObserverBase<Output>) -> any Upstream

  /// - Parameter subscribe: makes one subscription. See ``Operator/init(_:makeSink:)`` for what it may capture.
  init(run subscribe: @escaping (_ observer: ObserverBase<Output>) -> any Upstream) {
    self.subscribe = subscribe
  }

  override func run(_ observer: ObserverBase<Output>) -> any Upstream { subscribe(observer) }
}
