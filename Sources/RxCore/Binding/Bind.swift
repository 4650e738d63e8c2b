extension ObservableType {
  /// Forwards all events to `observers`, in the order given. Each observer decides how to handle an error. An event
  /// reaches all of them, even if the first disposes the binding.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    bind(to: observers.map { $0.asObserverBase() })
  }

  /// Forwards all events to `observers` of optional elements, in the order given.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    let observers = observers.map { $0.asObserverBase() }
    return map { $0 as Element? }.bind(to: observers)
  }

  /// Calls `binder` with the sequence and returns the result.
  ///
  /// Write `bind(to:)` for a closure: a trailing closure without a label is `onNext`, if it can be either.
  @_disfavoredOverload
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Calls `binder` with the sequence, then calls the returned closure with `curriedArgument` and returns its result.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }

  /// Calls `onNext` with each element, on the thread that emits. An error is reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func bind(
    file: StaticString = #fileID, line: UInt = #line, onNext: @escaping @Sendable (Element) -> Void
  ) -> any Disposable {
    subscribe(file: file, line: line, onNext: onNext)
  }

  /// Calls `onNext` with `object`, which is held weakly, and each element.
  ///
  /// An error is reported to ``Hooks/defaultErrorHandler``. The closure runs on its own actor. A main-actor closure is
  /// called on the main queue, synchronously if the source emits there. A nonisolated closure is called on the thread
  /// that emits.
  @preconcurrency
  public func bind<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onNext: @escaping @isolated(any) @Sendable (Object, Element) -> Void
  ) -> any Disposable where Element: Sendable {
    subscribe(with: object, file: file, line: line, onNext: onNext)
  }

  /// Forwards all events to `observers`, in order.
  func bind(to observers: [ObserverBase<Element>]) -> any Disposable {
    if observers.count == 1 { return asObservable().subscribe(erased: observers[0]) }
    return subscribe(
      AnyObserver { event in
        for observer in observers { observer.on(event) }
      })
  }
}
