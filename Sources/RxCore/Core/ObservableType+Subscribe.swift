internal import DeliveryCore

extension ObservableType {
  /// Subscribes a closure to all events.
  ///
  /// The closure runs on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    asObservable().subscribe(AnyObserver(eventHandler: on))
  }

  /// Subscribes closures to the elements, the error, the completion, and the disposal. The last one is called after a terminal
  /// event, or when the subscription is disposed.
  ///
  ///     viewModel.count.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures run on the thread on which the source emits: use `observe(on:)` to choose. An error without an `onError` is
  /// reported to ``Hooks/defaultErrorHandler``.
  @inlinable
  @preconcurrency
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    asObservable().subscribe(
      onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, endsWithElement: false,
      file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly. They are not called after it is deallocated.
  ///
  ///     viewModel.count.subscribe(with: self, onNext: { view, count in view.show(count) })
  ///
  /// Each closure runs on the actor that it belongs to: one that was written on the main actor is called on the main queue,
  /// inline if the source emits there. A closure that belongs to no actor runs where the first closure runs that belongs to
  /// one; if there is none, it runs on the thread on which the source emits.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onNext: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    let isolation = onNext?.isolation ?? onError?.isolation ?? onCompleted?.isolation ?? onDisposed?.isolation
    let target = DeliveryTarget(isolation: isolation)
    let source = target.map { observed(on: $0) } ?? asObservable()
    let hops = ActorHops(from: isolation)
    let subscription = source.subscribe(
      onNext: onNext.map { weakly(object, droppingIsolation($0)) },
      onError: onError.map { onError in
        let call = weakly(object, droppingIsolation(onError))
        return { error in hops.end(on: onError.isolation) { call(error) } }
      },
      onCompleted: onCompleted.map { onCompleted in
        let call = weakly(object, droppingIsolation(onCompleted))
        return { hops.end(on: onCompleted.isolation, call) }
      },
      onDisposed: onDisposed.map { onDisposed in
        let call = weakly(object, droppingIsolation(onDisposed))
        let target = DeliveryTarget(isolation: onDisposed.isolation ?? isolation)
        return { hops.afterEnd { if let target { target.run(call) } else { call() } } }
      },
      file: file, line: line)
    let isAlone = [onError?.isolation, onCompleted?.isolation].allSatisfy(hops.isHome)
    return isAlone ? subscription : Disposables.create(hops.disposal, subscription)
  }
}

extension Observable {
  /// The form behind `subscribe` with closures. With `endsWithElement` nothing but `onDisposed` is called after an element: that
  /// is the outcome of a `Single`.
  @inlinable
  final func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)?, endsWithElement: Bool,
    file: StaticString, line: UInt
  ) -> any Disposable {
    let disposed = onDisposed.map { Disposables.create(with: $0) }
    let observer = AnonymousObserver(
      onNext: onNext, onError: onError, onCompleted: onCompleted, disposed: disposed, endsWithElement: endsWithElement,
      file: file, line: line)
    let subscription = subscribe(erased: observer)
    return disposed.map { Disposables.create(subscription, $0) } ?? subscription
  }
}

/// Brings the end and the disposal of one subscription to the actors of their closures, one after the other.
private final class ActorHops: @unchecked Sendable {  // The lock guards the state.
  /// Disposed with the subscription: an end that still waits for its actor is not delivered.
  let disposal = BooleanDisposable()
  private let home: (any Actor)?
  private let lock = Lock()
  /// Whether the end waits for its actor, or runs there.
  private var isEnding = false
  private var waiting: (@Sendable () -> Void)?

  init(from home: (any Actor)?) {
    self.home = home
  }

  func isHome(_ actor: (any Actor)?) -> Bool { actor == nil || actor === home }

  /// Runs `call` on `actor`. Called where the source's events arrive.
  func end(on actor: (any Actor)?, _ call: @escaping @Sendable () -> Void) {
    guard !isHome(actor), let target = DeliveryTarget(isolation: actor) else { return call() }
    lock.withLock { isEnding = true }
    target.run { [self] in
      if !disposal.isDisposed { call() }
      let next = lock.withLock {
        isEnding = false
        return waiting.take()
      }
      next?()
    }
  }

  /// Runs `call` here, or after the end where that runs.
  func afterEnd(_ call: @escaping @Sendable () -> Void) {
    let mustWait = lock.withLock {
      if isEnding { waiting = call }
      return isEnding
    }
    if !mustWait { call() }
  }
}

/// A closure that calls `call` as long as `object` is alive.
func weakly<Object: AnyObject & Sendable, Argument>(
  _ object: Object, _ call: @escaping @Sendable (Object, Argument) -> Void
) -> @Sendable (Argument) -> Void {
  { [weak object] argument in
    if let object { call(object, argument) }
  }
}

private func weakly<Object: AnyObject & Sendable>(
  _ object: Object, _ call: @escaping @Sendable (Object) -> Void
) -> @Sendable () -> Void {
  { [weak object] in
    if let object { call(object) }
  }
}
