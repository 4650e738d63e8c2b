extension ObservableType {
  /// Forwards all events to `observers`, in their order. Each of them handles an error in its own way.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    bind(to: observers.map { $0.asObserverBase() })
  }

  /// Forwards all events to `observers` of optional elements.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    let observers = observers.map { $0.asObserverBase() }
    return map { $0 as Element? }.bind(to: observers)
  }

  /// Calls `binder` with the sequence, and returns its result.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Calls `binder` with the sequence, and the closure that it returns with `curriedArgument`.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }

  /// Calls `onNext` with each element, on the thread on which the source emits. An error is reported to
  /// ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func bind(
    onNext: @escaping @Sendable (Element) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(onNext: onNext, file: file, line: line)
  }

  /// Calls `onNext` with `object`, which is held weakly, and each element. An error is reported to
  /// ``Hooks/defaultErrorHandler``.
  ///
  /// A closure formed on the main actor is called on the main queue, inline if the source emits there; any other runs on the
  /// thread on which the source emits.
  @preconcurrency
  public func bind<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: @escaping @isolated(any) @Sendable (Object, Element) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    subscribe(with: object, onNext: onNext, file: file, line: line)
  }

  /// Forwards all events to `observers`, in their order.
  func bind(to observers: [ObserverBase<Element>]) -> any Disposable {
    observers.count == 1
      ? asObservable().subscribe(erased: observers[0])
      : asObservable().subscribe(erased: ObserverGroup(observers))
  }
}

/// Forwards everything to several observers.
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
