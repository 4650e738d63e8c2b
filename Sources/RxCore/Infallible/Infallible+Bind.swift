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
  @_disfavoredOverload
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
    file: StaticString = #fileID, line: UInt = #line, onNext: @escaping @Sendable (Element) -> Void
  ) -> any Disposable {
    asObservable().bind(file: file, line: line, onNext: onNext)
  }

  /// Calls `onNext` with the weakly held `object` and each element, on the closure's own actor. See
  /// ``ObservableType/bind(with:file:line:onNext:)``.
  @preconcurrency
  public func bind<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onNext: @escaping @isolated(any) @Sendable (Object, Element) -> Void
  ) -> any Disposable where Element: Sendable {
    asObservable().bind(with: object, file: file, line: line, onNext: onNext)
  }
}
