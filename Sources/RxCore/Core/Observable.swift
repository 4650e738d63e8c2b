/// A sequence that emits events to its subscribers.
///
/// Operators such as `map` and `filter` make observables of observables. Nothing runs before a subscription. An
/// observable may be used from any thread; it is `Sendable` if its elements are.
///
/// Semantics: ReactiveX, Observable.
open class Observable<Element>: ObservableType {
  /// Makes an observable without a source, for a subclass.
  public init() {
    Resources.count(self)
  }

  deinit { Resources.uncount() }

  public final func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subscribe(erased: observer.asObserverBase())
  }

  /// Subscribes an observer that is known by its element alone. Subclasses override this; most are a ``Producer``.
  open func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    fatalError("\(Self.self) does not override subscribe(erased:), which every subclass of Observable must.")
  }

  /// Subscribes a stage of a chain, which receives its upstream before the source emits.
  @discardableResult
  final func subscribe(stage observer: ObserverBase<Element>) -> any Upstream {
    // A subscription inside a subscription adds no frame of the trampoline to the stack: chains may be long.
    if !usesTrampoline || Trampoline.isRunningHere { return run(observer) }
    return Trampoline.withCurrent { trampoline in trampoline.run { run(observer) } }
  }

  /// Whether a subscription starts the trampoline of ``CurrentThreadScheduler``.
  var usesTrampoline: Bool { false }

  /// Makes one subscription. The library's own observables override this.
  func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let subscription = SingleAssignmentDisposable()
    observer.onSubscribe(subscription)
    subscription.setDisposable(subscribe(erased: observer))
    return subscription
  }

  /// What `concat` subscribes to in place of this, if this concatenates sources itself.
  func makeNextSource() -> NextSource<Element>? { nil }

  public func asObservable() -> Observable<Element> { self }
}

// The fields of an observable are set when it is made. State that changes is in sinks, or guarded by a lock.
extension Observable: @unchecked Sendable where Element: Sendable {}

/// Another name of ``Observable``, for a file in which the name belongs to something else, such as the protocol of the module
/// Observation.
public typealias RxObservable<Element> = Observable<Element>
