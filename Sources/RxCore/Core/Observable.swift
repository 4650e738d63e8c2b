/// A sequence that sends its events to those who subscribe.
///
/// Operators such as `map` and `filter` make observables of observables. Nothing runs until someone subscribes.
/// An observable may be used from any thread; it is `Sendable` when its elements are.
///
/// Semantics: ReactiveX, Observable.
open class Observable<Element>: ObservableType {
  /// Makes an observable without a source, for a subclass.
  public init() {
    Resources.count(self)
  }

  deinit { Resources.uncount() }

  /// Subscribes an observer known by its element alone. Subclasses say how; most are a ``Producer``.
  open func subscribe(erased observer: ObserverBase<Element>) -> any Disposable {
    fatalError("\(Self.self) does not override subscribe(erased:), which every subclass of Observable must.")
  }

  public final func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subscribe(erased: observer.asObserverBase())
  }

  public func asObservable() -> Observable<Element> { self }
}

// What an observable holds is set when it is made; what changes lives in sinks, or under a lock.
extension Observable: @unchecked Sendable where Element: Sendable {}
