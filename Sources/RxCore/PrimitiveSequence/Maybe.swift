import Synchronization

/// Marks a sequence of one element, or none, or an error: a ``Maybe``.
public enum MaybeTrait: ElementTrait {}

/// A sequence of one element, or none, or an error.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// What a ``Maybe`` ends with.
@frozen
public enum MaybeEvent<Element> {
  /// The element; nothing follows.
  case success(Element)
  /// The sequence failed.
  case error(any Error)
  /// The sequence completed without an element.
  case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

// MARK: Making one

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Receives the outcome of a ``Maybe``. Outcomes after the first are dropped.
  public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

  /// Makes a maybe of a closure that is called with each new observer.
  ///
  ///     let cached = Maybe<Image>.create { maybe in
  ///       if let image = cache[url] { maybe(.success(image)) } else { maybe(.completed) }
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread; the outcome may come from any thread. The disposable that the closure
  /// returns is disposed when the subscription ends.
  ///
  /// Semantics: ReactiveX, Create.
  @preconcurrency
  public static func create(
    subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    let source = Observable<Element>.create { observer in
      let observer = observer.asObserverBase()
      return subscribe { event in
        switch event {
        case .success(let element):
          observer.onNext(element)
          observer.onCompleted()
        case .error(let error): observer.onError(error)
        case .completed: observer.onCompleted()
        }
      }
    }
    return PrimitiveSequence(raw: source)
  }

  /// Completes inside `subscribe`, without an element.
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Maybe<Element> {
    Maybe(raw: .empty())
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Subscribes a closure to the outcome.
  ///
  /// The closure runs on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void) -> any Disposable {
    subscribe(
      onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) }, onCompleted: { observer(.completed) })
  }

  /// Subscribes closures to the element, the error, the completion without an element, and the disposal. The last one is
  /// called after the outcome, or when the subscription is disposed.
  ///
  /// The closures run on the thread on which the source emits: use `observe(on:)` to choose. An error without an `onError`
  /// is reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    source.subscribe(
      onNext: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, endsWithElement: true,
      file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly. They are not called after it is deallocated.
  ///
  /// `onCompleted` is called if there is no element. Each closure runs on the actor that it belongs to, as in
  /// ``ObservableType/subscribe(with:onNext:onError:onCompleted:onDisposed:file:line:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onSuccess: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    // A wrapper of a closure would not belong to the closure's actor. So the closures are subscribed as they are, when the
    // outcome is known: `onCompleted` only if there is no element.
    let delivery = MaybeDelivery<Element> { [weak object] outcome, isEmpty in
      guard let object else { return Disposables.create() }
      return outcome.subscribe(
        with: object, onNext: onSuccess, onError: onError, onCompleted: isEmpty ? onCompleted : nil,
        onDisposed: onDisposed, file: file, line: line)
    }
    let subscription = source.subscribe(
      onNext: { delivery.begin(.just($0)) }, onError: { delivery.begin(.error($0)) },
      onCompleted: { delivery.begin(.empty(), isEmpty: true) })
    return Disposables.create(subscription, delivery)
  }
}

/// Subscribes closures once: to the outcome of a maybe, or to nothing if it is disposed before.
private final class MaybeDelivery<Element: Sendable>: Disposable, @unchecked Sendable {
  typealias Subscribe = @Sendable (_ outcome: Observable<Element>, _ isEmpty: Bool) -> any Disposable

  private let hasBegun = Atomic<Bool>(false)
  // Used by the thread that begins.
  private var subscribe: Subscribe?
  private let subscription = SingleAssignmentDisposable()

  init(_ subscribe: @escaping Subscribe) {
    self.subscribe = subscribe
  }

  func begin(_ outcome: Observable<Element>, isEmpty: Bool = false) {
    if hasBegun.exchange(true, ordering: .acquiringAndReleasing) { return }
    guard let subscribe = subscribe.take() else { return }
    subscription.setDisposable(subscribe(outcome, isEmpty))
  }

  func dispose() {
    begin(.never())
    subscription.dispose()
  }
}
