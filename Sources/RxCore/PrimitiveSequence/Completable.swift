/// Marks a sequence without elements: a ``Completable``.
public enum CompletableTrait {}

/// A sequence that completes without an element, or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// What a ``Completable`` ends with.
@frozen
public enum CompletableEvent: Sendable {
  /// The sequence failed.
  case error(any Error)
  /// The sequence completed.
  case completed
}

// MARK: Making one

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Receives the outcome of a ``Completable``. Outcomes after the first are dropped.
  public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

  /// Makes a completable of a closure that is called with each new observer.
  ///
  ///     let saved = Completable.create { completable in
  ///       store.save { error in completable(error.map(CompletableEvent.error) ?? .completed) }
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread; the outcome may come from any thread. The disposable that the closure
  /// returns is disposed when the subscription ends.
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

  /// Completes inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Completable {
    Completable(raw: .empty())
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Subscribes a closure to the outcome.
  ///
  /// The closure runs on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ observer: @escaping @Sendable (CompletableEvent) -> Void) -> any Disposable {
    subscribe(onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
  }

  /// Subscribes closures to the completion, the error, and the disposal. The last one is called after the outcome, or when
  /// the subscription is disposed.
  ///
  /// The closures run on the thread on which the source emits: use `observe(on:)` to choose. An error without an `onError`
  /// is reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func subscribe(
    onCompleted: (@Sendable () -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    source.subscribe(
      onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, endsWithElement: true, file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly. They are not called after it is deallocated.
  ///
  /// Each closure runs on the actor that it belongs to, as in
  /// ``ObservableType/subscribe(with:onNext:onError:onCompleted:onDisposed:file:line:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onCompleted: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    @_inheritActorContext onError: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    source.subscribe(
      with: object, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, file: file, line: line)
  }
}
