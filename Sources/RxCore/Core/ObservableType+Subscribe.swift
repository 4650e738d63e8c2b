internal import DeliveryCore
import Synchronization

extension ObservableType {
  /// Subscribes a closure that receives all events.
  ///
  /// The closure runs on the thread that emits; use `observe(on:)` to choose another thread.
  @preconcurrency
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    subscribe(onNext: { on(.next($0)) }, onError: { on(.error($0)) }, onCompleted: { on(.completed) })
  }

  /// Subscribes closures that handle elements, errors, completion and disposal.
  ///
  /// `onDisposed` is called after a terminal event, or when the subscription is disposed.
  ///
  ///     viewModel.count.subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// The closures run on the thread that emits; use `observe(on:)` to choose another thread. Without an `onError`, an
  /// error is reported to ``Hooks/defaultErrorHandler``.
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
    with object: Object,
    @_inheritActorContext onNext: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    subscribe(
      with: object, onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed,
      endsWithElement: false, file: file, line: line)
  }

  /// The implementation of `subscribe` with an object. For `endsWithElement`, see the overload without an object,
  /// below.
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

extension Observable {
  /// The implementation of `subscribe` with closures. If `endsWithElement` is set, the first element ends the sequence,
  /// as in a `Single`: only `onDisposed` is called after it.
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

/// An observer built from the closures given to `subscribe`. After a terminal event, it calls only `onDisposed`.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let next: (@Sendable (Element) -> Void)?
  private let error: (@Sendable (any Error) -> Void)?
  private let completed: (@Sendable () -> Void)?
  private let disposed: (any Cancelable)?
  /// The subscription's call stack; `nil` if there is an `onError`, or if ``Hooks/recordCallStackOnError`` is off.
  private let callStack: [String]?
  private let file: StaticString
  private let line: UInt
  /// Whether the first element ends the sequence, as in a `Single`.
  private let endsWithElement: Bool
  private let isStopped = Atomic<Bool>(false)

  /// - Parameters:
  ///   - disposed: disposed after a terminal event.
  ///   - file: the file in which the subscription is made, reported with an unhandled error.
  ///   - line: the line at which the subscription is made.
  @usableFromInline
  init(
    onNext: (@Sendable (Element) -> Void)?, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)?, disposed: (any Cancelable)?, endsWithElement: Bool,
    file: StaticString, line: UInt
  ) {
    next = onNext
    error = onError
    completed = onCompleted
    self.disposed = disposed
    callStack = onError == nil ? Hooks.recordedCallStack() : nil
    self.endsWithElement = endsWithElement
    self.file = file
    self.line = line
    super.init()
    Resources.count(self)
  }

  deinit { Resources.uncount() }

  #if DEBUG
    override var subscriptionPlace: String? { "\(file):\(line)" }
  #endif

  @usableFromInline
  override func onNext(_ element: Element) {
    if isStopped.load(ordering: .relaxed) { return }
    if endsWithElement { isStopped.store(true, ordering: .relaxed) }
    next?(element)
    if endsWithElement { disposed?.dispose() }
  }

  @usableFromInline
  override func onError(_ error: any Error) {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    if let handler = self.error {
      handler(error)
    } else {
      Hooks.report(unhandled: error, callStack: callStack, file: file, line: line)
    }
    disposed?.dispose()
  }

  @usableFromInline
  override func onCompleted() {
    guard !isStopped.exchange(true, ordering: .relaxed) else { return }
    completed?()
    disposed?.dispose()
  }
}
