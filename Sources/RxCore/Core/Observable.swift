internal import DeliveryCore

/// A type that can be converted to an ``Observable``.
public protocol ObservableConvertibleType<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Returns an observable of the elements.
  func asObservable() -> Observable<Element>
}

/// A sequence that emits events to its subscribers.
///
/// <doc:Operators> lists the operators by task, and explains the diagrams on their pages.
///
/// Semantics: ReactiveX, Observable.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Subscribes `observer`, which receives events until a terminal event or until the returned disposable is disposed.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

/// A sequence that emits events to its subscribers.
///
/// Operators such as `map` and `filter` transform observables, and do nothing until the result is subscribed to. An
/// observable may be used from any thread; it is `Sendable` if its elements are.
///
/// Semantics: ReactiveX, Observable.
open class Observable<Element>: ObservableType {
  /// Creates an observable without a source, for subclasses.
  public init() {
    Resources.count(self)
  }

  deinit { Resources.decrementTotal() }

  public final func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subscribe(erased: observer.asObserverBase())
  }

  /// Subscribes a type-erased observer. Subclasses override this; most derive from ``Producer``.
  open func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    fatalError("\(Self.self) does not override subscribe(erased:), as every subclass of Observable must.")
  }

  /// Subscribes a stage of a chain. The stage receives its upstream before the source emits, unless the source ends
  /// inside the call and has nothing to dispose, as `just` and `empty` do. It then receives none.
  final func start(_ observer: ObserverBase<Element>) -> any Upstream {
    // A nested subscription bypasses the trampoline, to save a stack frame at every stage of a long chain.
    if !usesTrampoline || Trampoline.isRunningHere { return run(observer) }
    return Trampoline.run { run(observer) }
  }

  /// Subscribes the sink of an operator to a source of its choice, unless the sink has ended: then nothing is started.
  final func subscribe<Output>(stage sink: Sink<Element, Output>) {
    if !sink.isDisposed { _ = start(sink) }
  }

  /// Subscribes the sink of an operator, which forwards to `observer`.
  @inline(__always)
  final func run<Output>(_ sink: Sink<Element, Output>, for observer: ObserverBase<Output>) -> any Upstream {
    observer.onSubscribe(sink)
    _ = run(sink)
    return sink
  }

  /// Whether a subscription starts the trampoline of ``CurrentThreadScheduler``.
  var usesTrampoline: Bool { false }

  /// Makes one subscription. This implementation is for subclasses that override only `subscribe(erased:)`; almost all
  /// of the library's own subclasses override this method instead.
  func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let subscription = SingleAssignmentDisposable()
    observer.onSubscribe(subscription)
    Trampoline.run { subscription.setDisposable(subscribe(erased: observer)) }
    return subscription
  }

  /// Returns the sources that `concat` subscribes to in place of this observable, if it is itself a concatenation.
  func makeNextSource() -> NextSource<Element>? { nil }

  public func asObservable() -> Observable<Element> { self }
}

// An observable's fields are immutable. Mutable state belongs to a sink or is guarded by a lock.
extension Observable: @unchecked Sendable where Element: Sendable {}

/// An alias for ``Observable``, for files in which that name is taken, for example by the `Observable` protocol of the
/// Observation module.
public typealias RxObservable<Element> = Observable<Element>

// MARK: - Producers

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
    //     subscriber ──▶ cancel ──▶ sink ──▶ observer (downstream)
    //                     │ ▲         │
    //                     │ └─cancel──┘
    //                     └──▶ subscription ──▶ (upstream)
    //
    // The cycle keeps a running subscription alive. Disposal breaks it: `cancel` releases the sink and the subscription.
    let cancel = CompositeDisposable()
    observer.onSubscribe(cancel)
    let (sink, subscription) = run(observer, cancel: cancel)
    _ = cancel.insert(sink)
    _ = cancel.insert(subscription)
    return cancel
  }

  final override var usesTrampoline: Bool { true }

  public final override func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    start(observer).handle
  }
}

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
