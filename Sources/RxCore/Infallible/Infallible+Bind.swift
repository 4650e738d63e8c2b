extension InfallibleType {
  /// Forwards all events to `observers`, in the order given.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    asObservable().bind(to: observers.map { $0.asObserverBase() })
  }

  /// Forwards all events to `observers` with optional elements, in the order given.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    asObservable().map { $0 as Element? }.bind(to: observers.map { $0.asObserverBase() })
  }

  /// Calls `binder` with the sequence and returns the result.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Calls `binder` with the sequence, then calls the returned closure with `curriedArgument` and returns its result.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }

  /// Calls `onNext` with each element, on the emitting thread.
  @preconcurrency
  public func bind(
    onNext: @escaping @Sendable (Element) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().bind(onNext: onNext, file: file, line: line)
  }

  /// Calls `onNext` with the weakly held `object` and each element, on the closure's own actor. See
  /// ``ObservableType/bind(with:onNext:file:line:)``.
  @preconcurrency
  public func bind<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: @escaping @isolated(any) @Sendable (Object, Element) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    asObservable().bind(with: object, onNext: onNext, file: file, line: line)
  }
}
