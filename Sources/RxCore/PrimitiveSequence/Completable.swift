/// The trait of a ``Completable``.
public enum CompletableTrait {}

/// A sequence that completes without an element, or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// The outcome of a ``Completable``.
@frozen
public enum CompletableEvent: Sendable {
  /// The sequence failed.
  case error(any Error)
  /// The sequence completed.
  case completed
}

// MARK: Creation

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Receives the outcome of a ``Completable``. Further outcomes are dropped.
  public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

  /// Creates a `Completable` from a closure that is called for each subscription.
  ///
  ///     let saved = Completable.create { completable in
  ///       store.save { error in completable(error.map(CompletableEvent.error) ?? .completed) }
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread; the outcome may be emitted on any thread. The returned disposable is
  /// disposed when the subscription ends.
  ///
  /// Semantics: ReactiveX, Create.
  @preconcurrency
  public static func create(
    subscribe: @escaping @Sendable (@escaping CompletableObserver) -> any Disposable
  ) -> PrimitiveSequence<Trait, Element> {
    let source = Observable<Element>.create { observer in
      subscribe { event in
        switch event {
        case .error(let error): observer.onError(error)
        case .completed: observer.onCompleted()
        }
      }
    }
    return PrimitiveSequence(raw: source)
  }

  /// Creates a `Completable` that completes inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Completable {
    Completable(raw: .empty())
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Subscribes a closure that receives the outcome.
  ///
  /// The closure runs on the emitting thread; use `observe(on:)` to choose another.
  @preconcurrency
  public func subscribe(
    _ observer: @escaping @Sendable (CompletableEvent) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(file: file, line: line, onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
  }

  /// Subscribes closures that handle completion, an error and disposal.
  ///
  /// `onDisposed` is called after the outcome, or when the subscription is disposed.
  ///
  /// The closures run on the emitting thread; use `observe(on:)` to choose another. Without an `onError`, an error is
  /// reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func subscribe(
    file: StaticString = #fileID, line: UInt = #line, onCompleted: (@Sendable () -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(file: file, line: line, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// No closure is called after `object` has been deallocated. Each closure runs on its own actor, as in
  /// ``ObservableType/subscribe(with:file:line:onNext:onError:onCompleted:onDisposed:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(
      with: object, file: file, line: line, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}
