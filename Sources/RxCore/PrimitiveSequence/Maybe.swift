import Synchronization

/// The trait of a ``Maybe``.
public enum MaybeTrait: ElementTrait {}

/// A sequence that emits one element, completes without one, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The outcome of a ``Maybe``.
@frozen
public enum MaybeEvent<Element> {
  /// The sequence emitted its element and completed.
  case success(Element)
  /// The sequence failed.
  case error(any Error)
  /// The sequence completed without an element.
  case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

// MARK: Creation

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Receives the outcome of a ``Maybe``. Further outcomes are dropped.
  public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

  /// Creates a `Maybe` from a closure that is called for each subscription.
  ///
  ///     let cached = Maybe<Image>.create { maybe in
  ///       if let image = cache[url] { maybe(.success(image)) } else { maybe(.completed) }
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread; the outcome may be emitted on any thread. The returned disposable is
  /// disposed when the subscription ends.
  ///
  /// Semantics: ReactiveX, Create.
  @preconcurrency
  public static func create(
    subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    let source = Observable<Element>.create { observer in
      let observer = observer.asObserverBase()
      let hasOutcome = Atomic<Bool>(false)
      return subscribe { event in
        if hasOutcome.exchange(true, ordering: .relaxed) { return }
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

  /// Creates a `Maybe` that completes without an element, inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Maybe<Element> {
    Maybe(raw: .empty())
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Subscribes a closure that receives the outcome.
  ///
  /// The closure runs on the emitting thread; use `observe(on:)` to choose another.
  @preconcurrency
  public func subscribe(
    _ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(
      file: file, line: line, onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) },
      onCompleted: { observer(.completed) })
  }

  /// Subscribes closures that handle the element, an error, completion without an element, and disposal.
  ///
  /// `onDisposed` is called after the outcome, or when the subscription is disposed.
  ///
  /// The closures run on the emitting thread; use `observe(on:)` to choose another. Without an `onError`, an error is
  /// reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func subscribe(
    file: StaticString = #fileID, line: UInt = #line, onSuccess: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(
      onNext: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, endsWithElement: true,
      file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// No closure is called after `object` has been deallocated. `onCompleted` is called only for completion without an
  /// element. Each closure runs on its own actor, as in
  /// ``ObservableType/subscribe(with:file:line:onNext:onError:onCompleted:onDisposed:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onSuccess: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil
  ) -> any Disposable where Element: Sendable {
    source.subscribe(
      with: object, onNext: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed,
      endsWithElement: true, file: file, line: line)
  }
}
