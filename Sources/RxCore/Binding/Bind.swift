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
    onNext: @escaping @Sendable (Element) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(onNext: onNext, file: file, line: line)
  }

  /// Calls `onNext` with `object`, which is held weakly, and each element.
  ///
  /// An error is reported to ``Hooks/defaultErrorHandler``. The closure runs on its own actor. A main-actor closure is
  /// called on the main queue, synchronously if the source emits there. A nonisolated closure is called on the thread
  /// that emits.
  @preconcurrency
  public func bind<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: @escaping @isolated(any) @Sendable (Object, Element) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    subscribe(with: object, onNext: onNext, file: file, line: line)
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
