/// Marks a sequence of exactly one element, or an error: a ``Single``.
public enum SingleTrait: ElementTrait {}

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
  @inlinable
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

  /// Makes a single of an asynchronous function: each subscription starts a task that calls `work`, and disposal cancels
  /// the task.
  ///
  ///     let user = Single.create { try await api.user(id: 7) }
  ///
  /// The outcome is emitted by that task, on the thread that it runs on.
  ///
  /// - Parameters:
  ///   - detached: whether the task inherits nothing of the subscribing task, neither its priority nor its task-local
  ///     values.
  ///   - priority: the priority of the task; that of the subscribing task by default.
  ///   - work: returns the element, or throws the error.
  ///
  /// Semantics: ReactiveX, Start.
  @_disfavoredOverload
  @preconcurrency
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil, work: @escaping @Sendable () async throws -> Element
  ) -> Single<Element> {
    .create { single in
      Disposables.task(detached: detached, priority: priority) {
        do {
          single(.success(try await work()))
        } catch {
          single(.failure(error))
        }
      }
    }
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Subscribes a closure to the outcome.
  ///
  /// The closure runs on the thread on which the source emits: use `observe(on:)` to choose.
  @preconcurrency
  public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable {
    subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Subscribes closures to the element, the error, and the disposal. The last one is called after the outcome, or when the
  /// subscription is disposed.
  ///
  /// The closures run on the thread on which the source emits: use `observe(on:)` to choose. An error without an `onFailure`
  /// is reported to ``Hooks/defaultErrorHandler``.
  @inlinable
  @preconcurrency
  public func subscribe(
    onSuccess: (@Sendable (Element) -> Void)? = nil, onFailure: (@Sendable (any Error) -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    source.subscribe(
      onNext: onSuccess, onError: onFailure, onDisposed: onDisposed, endsWithElement: true, file: file, line: line)
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
    source.subscribe(
      with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed, file: file, line: line)
  }
}
