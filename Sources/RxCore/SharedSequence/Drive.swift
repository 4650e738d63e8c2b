extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// Forwards all events to `observers`, in the order given. Must be called on the main queue.
  public func drive<Observer: ObserverType>(
    _ observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    onMainQueue.subscribe(observers: observers)
  }

  /// Forwards all events to `observers` with optional elements, in the order given. Must be called on the main queue.
  public func drive<Observer: ObserverType>(
    _ observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    onMainQueue.subscribe(observers: observers)
  }

  /// Forwards each element to `relays`, in the order given. Must be called on the main queue.
  public func drive<Relay: RelayType>(
    _ relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element {
    onMainQueue.forward(to: relays, file: file, line: line)
  }

  /// Forwards each element to `relays` with optional elements, in the order given. Must be called on the main queue.
  public func drive<Relay: RelayType>(
    _ relays: Relay..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Relay.Element == Element? {
    onMainQueue.forward(to: relays, file: file, line: line)
  }

  /// Calls `transformation` with the sequence and returns the result. Must be called on the main queue.
  ///
  /// A closure that can also be an `onNext` is one.
  @_disfavoredOverload
  public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
    transformation(onMainQueue.asObservable())
  }

  /// Calls `with` with the sequence, then calls the returned closure with `curriedArgument` and returns its result.
  ///
  /// Must be called on the main queue.
  public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    with(onMainQueue.asObservable())(curriedArgument)
  }

  /// Subscribes without an observer. Must be called on the main queue.
  public func drive(file: StaticString = #fileID, line: UInt = #line) -> any Disposable {
    onMainQueue.asObservable().subscribe(file: file, line: line)
  }

  /// Subscribes closures that handle elements, completion and disposal. Must be called on the main queue.
  ///
  ///     viewModel.title.drive(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures are isolated to the main actor and called on the main queue. `onDisposed` is called after completion,
  /// or when the subscription is disposed.
  @preconcurrency
  public func drive(
    file: StaticString = #fileID, line: UInt = #line, onNext: (@MainActor @Sendable (Element) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
  ) -> any Disposable {
    onMainQueue.subscribeOnMain(
      onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// No closure is called after `object` has been deallocated. Must be called on the main queue.
  ///
  ///     viewModel.title.drive(with: self, onNext: { view, title in view.show(title) })
  ///
  /// The closures are isolated to the main actor and called on the main queue. `onDisposed` is called after completion,
  /// or when the subscription is disposed.
  @preconcurrency
  public func drive<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    onNext: (@MainActor @Sendable (Object, Element) -> Void)? = nil,
    onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
    onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    onMainQueue.subscribeOnMain(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }

  /// The sequence. Off the main queue, stops the program.
  private var onMainQueue: Self {
    MainScheduler.ensureRunningOnMainThread(
      errorMessage:
        "`drive` was called off the main queue and would deliver the replayed element on the calling thread. Call it "
        + "on the main actor or inside DispatchQueue.main.async, or use `asObservable()` and `subscribe`.")
    return self
  }
}
