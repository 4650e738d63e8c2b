extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// Forwards all events to `observers`, in the order given. May be called from any thread.
  public func emit<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    subscribe(observers: observers)
  }

  /// Forwards all events to `observers` with optional elements, in the order given. May be called from any thread.
  public func emit<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    subscribe(observers: observers)
  }

  /// Forwards each element to `relays`, in the order given. May be called from any thread.
  public func emit<Relay: RelayType>(
    to relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element {
    forward(to: relays, file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given. May be called from any thread.
  public func emit<Relay: RelayType>(
    to relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element? {
    forward(to: relays, file: file, line: line)
  }

  /// Subscribes without an observer. May be called from any thread.
  public func emit(file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
    asObservable().subscribe(file: file, line: line)
  }

  /// Subscribes closures that handle elements, completion and disposal. May be called from any thread.
  ///
  ///     viewModel.messages.emit(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures are isolated to the main actor and called on the main queue. `onDisposed` is called after completion,
  /// or when the subscription is disposed.
  @preconcurrency
  public func emit(
    file: StaticString = #fileID, line: UInt = #line, onNext: (@MainActor @Sendable (Element) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    subscribeOnMain(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// No closure is called after `object` has been deallocated. May be called from any thread.
  ///
  ///     viewModel.messages.emit(with: self, onNext: { view, message in view.alert(message) })
  ///
  /// The closures are isolated to the main actor and called on the main queue. `onDisposed` is called after completion,
  /// or when the subscription is disposed.
  @preconcurrency
  public func emit<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    onNext: (@MainActor @Sendable (Object, Element) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
    onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    subscribeOnMain(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }
}
