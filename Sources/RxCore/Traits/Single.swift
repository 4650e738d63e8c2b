/// Marks a sequence of exactly one element, or an error: a ``Single``.
public enum SingleTrait {}

/// A sequence of exactly one element, or an error.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// What a ``Single`` ends with: its element or an error.
public typealias SingleEvent<Element> = Result<Element, any Error>

// MARK: Making one

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Receives the outcome of a ``Single``. Outcomes after the first are dropped.
  public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

  /// Makes a single of a closure that is called with each new observer.
  ///
  ///     let answer = Single<Int>.create { single in
  ///       single(.success(42))
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread; the outcome may come from any thread. The disposable that the closure
  /// returns is disposed when the subscription ends.
  ///
  /// Semantics: ReactiveX, Create.
  @preconcurrency
  public static func create(
    subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    let source = Observable<Element>.create { observer in
      let observer = observer.asObserverBase()
      return subscribe { event in
        switch event {
        case .success(let element):
          observer.onNext(element)
          observer.onCompleted()
        case .failure(let error):
          observer.onError(error)
        }
      }
    }
    return Single(raw: source)
  }

  /// Emits `element`, inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Just.
  public static func just(_ element: Element) -> Single<Element> {
    Single(raw: .just(element))
  }

  /// Emits `element` in a round of `scheduler`.
  ///
  /// Semantics: ReactiveX, Just.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element> {
    Single(raw: .just(element, scheduler: scheduler))
  }

  /// Fails with `error`, inside `subscribe`.
  ///
  /// Semantics: ReactiveX, Throw.
  public static func error(_ error: any Error) -> Single<Element> {
    Single(raw: .error(error))
  }

  /// Never has an outcome.
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> Single<Element> {
    Single(raw: .never())
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Subscribes a closure to the outcome.
  ///
  /// The closure runs on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable {
    primitiveSequence.asObservable().subscribe { event in
      switch event {
      case .next(let element): observer(.success(element))
      case .error(let error): observer(.failure(error))
      case .completed: break  // Follows the element.
      }
    }
  }

  /// Subscribes closures to the element, the error, and the disposal. The last one is called after the outcome, or when the
  /// subscription is disposed.
  ///
  /// The closures run on the thread on which the source emits: use `observe(on:)` to choose. An error without an `onFailure`
  /// is reported to ``Hooks/defaultErrorHandler``.
  @preconcurrency
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil, onFailure: (@Sendable (any Error) -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    primitiveSequence.asObservable().subscribe(
      onNext: onSuccess, onError: onFailure, onDisposed: onDisposed, file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly; they are not called once it is deallocated.
  ///
  /// A closure formed on the main actor is called on the main queue, inline if the source emits there; any other closure
  /// runs on the thread on which the source emits.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object,
    @_inheritActorContext onSuccess: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onFailure: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    primitiveSequence.asObservable().subscribe(
      with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed, file: file, line: line)
  }
}

// MARK: Operators

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Emits the result of `transform` for the element. An error that it throws is the outcome.
  ///
  /// Semantics: ReactiveX, Map.
  @preconcurrency
  public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Single<Result> {
    Single(raw: primitiveSequence.asObservable().map(transform))
  }

  /// Emits the outcome of the single that `selector` makes of the element. An error that it throws is the outcome.
  ///
  /// Semantics: ReactiveX, FlatMap.
  @preconcurrency
  public func flatMap<Result>(
    _ selector: @escaping @Sendable (Element) throws -> Single<Result>
  ) -> Single<Result> {
    Single(raw: primitiveSequence.asObservable().flatMap(selector))
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element: RxAbstractInteger {
  /// Emits 0 after `dueTime`, on `scheduler`. Disposal cancels the timer.
  ///
  /// Semantics: ReactiveX, Timer.
  @preconcurrency
  public static func timer(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Single<Element> where Element: SendableMetatype {
    Single(raw: .timer(dueTime, scheduler: scheduler))
  }
}
