internal import DeliveryCore

extension ObservableType {
  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// None of the closures is called after `object` has been deallocated.
  ///
  ///     viewModel.count.subscribe(with: self, onNext: { view, count in view.show(count) })
  ///
  /// Each closure runs on its own actor. A main-actor closure is called on the main queue, synchronously if the source
  /// emits there. A nonisolated closure is called on the actor of the first isolated closure, or on the emitting thread
  /// if none is isolated.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onNext: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil
  ) -> any Disposable where Element: Sendable {
    subscribe(
      with: object, onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed,
      endsWithElement: false, file: file, line: line)
  }

  /// The implementation of `subscribe` with an object. For `endsWithElement`, see the overload without an object.
  func subscribe<Object: AnyObject & Sendable>(
    with object: Object, onNext: (@isolated(any) @Sendable (Object, Element) -> Void)?,
    onError: (@isolated(any) @Sendable (Object, any Error) -> Void)?,
    onCompleted: (@isolated(any) @Sendable (Object) -> Void)?,
    onDisposed: (@isolated(any) @Sendable (Object) -> Void)?, endsWithElement: Bool,
    file: StaticString, line: UInt
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
      endsWithElement: endsWithElement, file: file, line: line)
    let isAlone = [onError?.isolation, onCompleted?.isolation].allSatisfy(hops.isHome)
    return isAlone ? subscription : Disposables.create(hops.disposal, subscription)
  }
}

/// Runs the terminal and disposal closures of one subscription on their actors, in order.
private final class ActorHops: @unchecked Sendable {  // The lock guards the state.
  /// Disposed with the subscription. A terminal event that is still waiting for its actor is then dropped.
  let disposal = BooleanDisposable()
  private let home: (any Actor)?
  private let lock = Lock()
  /// Whether a terminal closure is waiting for its actor or running there.
  private var isEnding = false
  private var waiting: (@Sendable () -> Void)?

  init(from home: (any Actor)?) {
    self.home = home
  }

  func isHome(_ actor: (any Actor)?) -> Bool { actor == nil || actor === home }

  /// Runs the terminal closure `call` on `actor`. Called on the thread that emits.
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

  /// Runs `call` immediately, or after a terminal closure that is still waiting or running.
  func afterEnd(_ call: @escaping @Sendable () -> Void) {
    let mustWait = lock.withLock {
      if isEnding { waiting = call }
      return isEnding
    }
    if !mustWait { call() }
  }
}

/// Returns a closure that calls `call` while `object` is alive.
func weakly<Object: AnyObject & Sendable>(
  _ object: Object, _ call: @escaping @Sendable (Object) -> Void
) -> @Sendable () -> Void {
  { [weak object] in
    if let object { call(object) }
  }
}
