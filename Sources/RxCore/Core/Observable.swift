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

  /// Subscribes a stage of a chain: `run`, on the thread's trampoline if this is the outermost subscription. The stage
  /// receives its upstream before the source emits, unless the source ends inside the call and has nothing to dispose,
  /// as `just` and `empty` do. It then receives none.
  func start(_ observer: ObserverBase<Element>) -> any Upstream { run(observer) }

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

extension Observable {
  /// Subscribes the sink of an operator to a source of its choice, unless the sink has ended: then nothing is started.
  final func subscribe<Output>(stage sink: Sink<Element, Output>) {
    if !sink.isDisposed { _ = start(sink) }
  }

  /// Subscribes the sink of an operator, which forwards to `observer`. Called while this thread's trampoline runs.
  @inline(__always)
  final func run<Output>(_ sink: Sink<Element, Output>, for observer: ObserverBase<Output>) -> any Upstream {
    observer.onSubscribe(sink)
    _ = run(sink)
    return sink
  }
}

// An observable's fields are immutable. Mutable state belongs to a sink or is guarded by a lock.
extension Observable: @unchecked Sendable where Element: Sendable {}

/// An alias for ``Observable``, for files in which that name is taken, for example by the `Observable` protocol of the
/// Observation module.
public typealias RxObservable<Element> = Observable<Element>
