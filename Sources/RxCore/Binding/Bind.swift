extension ObservableType {
  /// Sends everything to `observers`. What one of them does with an error is its own affair.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    bind(to: observers.map { $0.asObserverBase() })
  }

  /// Sends everything to `observers` of optional elements.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    let observers = observers.map { $0.asObserverBase() }
    return map { $0 as Element? }.bind(to: observers)
  }

  /// Hands the sequence to `binder`, which returns whatever it makes of it.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Hands the sequence to `binder`, and then an argument to what that returns.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }

  /// Calls `onNext` with each element, wherever it is sent. An error is reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func bind(
    onNext: @escaping @Sendable (Element) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(onNext: onNext, file: file, line: line)
  }

  /// Calls `onNext` with `object`, which is held weakly, and each element. An error is reported to
  /// ``Hooks/defaultErrorHandler``.
  ///
  /// A closure formed on the main actor is called on the main queue, inline if that is where the source sends; any
  /// other runs wherever the source sends.
  @preconcurrency
  public func bind<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: @escaping @isolated(any) @Sendable (Object, Element) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    subscribe(with: object, onNext: onNext, file: file, line: line)
  }

  private func bind(to observers: [ObserverBase<Element>]) -> any Disposable {
    observers.count == 1
      ? asObservable().subscribe(erased: observers[0])
      : asObservable().subscribe(erased: ObserverGroup(observers))
  }
}

/// Passes everything on to several observers.
private final class ObserverGroup<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let observers: [ObserverBase<Element>]

  init(_ observers: [ObserverBase<Element>]) {
    self.observers = observers
  }

  override func onNext(_ element: Element) {
    for observer in observers { observer.onNext(element) }
  }

  override func onError(_ error: any Error) {
    for observer in observers { observer.onError(error) }
  }

  override func onCompleted() {
    for observer in observers { observer.onCompleted() }
  }
}
