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

  /// Subscribes an observer that is known by its element alone. Subclasses override this; most are a ``Producer``.
  open func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    fatalError("\(Self.self) does not override subscribe(erased:), which every subclass of Observable must.")
  }

  /// The same, for the library's own operators: the result is an object.
  @usableFromInline
  func attach(_ observer: ObserverBase<Element>) -> any Disposable & AnyObject {
    BoxedDisposable(subscribe(erased: observer))
  }

  /// Subscribes on behalf of a subscription that was made before, and has `keep` store the result.
  ///
  /// A source on ``CurrentThreadScheduler`` emits only after the result is stored, as it would inside an outer `subscribe`.
  /// So a disposal downstream reaches it, and stops even an endless source.
  func attach(_ observer: ObserverBase<Element>, keep: (DisposableObject) -> Void) {
    keep(attach(observer))
  }

  public final func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    attach(observer.asObserverBase())
  }

  public func asObservable() -> Observable<Element> { self }
}

// The fields of an observable are set when it is made. State that changes is in sinks, or guarded by a lock.
extension Observable: @unchecked Sendable where Element: Sendable {}

/// Another name of ``Observable``, for a file in which the name belongs to something else, such as the protocol of the module
/// Observation.
public typealias RxObservable<Element> = Observable<Element>
