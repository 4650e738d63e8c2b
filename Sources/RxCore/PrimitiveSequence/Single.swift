public import Synchronization

/// The trait of a ``Single``.
public enum SingleTrait: ElementTrait {}

/// A sequence that emits exactly one element, or fails.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// The outcome of a ``Single``: its element or an error.
public typealias SingleEvent<Element> = Result<Element, any Error>

// MARK: Creation

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Receives the outcome of a ``Single``. Further outcomes are dropped.
  public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

  /// Creates a `Single` from a closure that is called for each subscription.
  ///
  ///     let answer = Single<Int>.create { single in
  ///       single(.success(42))
  ///       return Disposables.create()
  ///     }
  ///
  /// The closure runs on the subscribing thread; the outcome may be emitted on any thread. The returned disposable is
  /// disposed when the subscription ends.
  ///
  /// Semantics: ReactiveX, Create.
  @inlinable
  @preconcurrency
  public static func create(
    subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    let source = Observable<Element>.create { observer in
      let observer = observer.asObserverBase()
      let hasOutcome = Atomic<Bool>(false)
      return subscribe { event in
        if hasOutcome.exchange(true, ordering: .relaxed) { return }
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

  /// Creates a `Single` from an asynchronous function: each subscription starts a task that calls `work`, and disposal
  /// cancels the task.
  ///
  ///     let user = Single.create { try await api.user(id: 7) }
  ///
  /// The outcome is emitted by that task, on whichever thread it runs. A long computation should call
  /// `try Task.checkCancellation()` regularly.
  ///
  /// - Parameters:
  ///   - detached: whether the task is detached, and so inherits neither priority nor task-local values.
  ///   - priority: the task's priority. `nil` means the subscribing task's priority, or the default if detached.
  ///   - work: returns the element, or throws the error.
  ///
  /// Semantics: ReactiveX, Start.
  @_disfavoredOverload
  @preconcurrency
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil, work: @escaping @Sendable () async throws -> Element
  ) -> Single<Element> {
    Single(raw: .create(detached: detached, priority: priority) { emit in emit(try await work()) })
  }
}

// MARK: Subscribing

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Subscribes a closure that receives the outcome.
  ///
  /// The closure runs on the emitting thread; use `observe(on:)` to choose another.
  @preconcurrency
  public func subscribe(
    _ observer: @escaping @Sendable (SingleEvent<Element>) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    subscribe(file: file, line: line, onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
  }

  /// Subscribes closures that handle the element, an error and disposal.
  ///
  /// `onDisposed` is called after the outcome, or when the subscription is disposed.
  ///
  /// The closures run on the emitting thread; use `observe(on:)` to choose another. Without an `onFailure`, an error is
  /// reported to ``Hooks/defaultErrorHandler``.
  @inlinable
  @preconcurrency
  public func subscribe(
    file: StaticString = #fileID, line: UInt = #line, onSuccess: (@Sendable (Element) -> Void)? = nil,
    onFailure: (@Sendable (any Error) -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    source.subscribe(
      onNext: onSuccess, onError: onFailure, onDisposed: onDisposed, endsWithElement: true, file: file, line: line)
  }

  /// Subscribes closures that receive `object`, which is held weakly.
  ///
  /// No closure is called after `object` has been deallocated. Each closure runs on its own actor, as in
  /// ``ObservableType/subscribe(with:file:line:onNext:onError:onCompleted:onDisposed:)``.
  @preconcurrency
  public func subscribe<Object: AnyObject & Sendable>(
    with object: Object, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext onSuccess: (@isolated(any) @Sendable (Object, Element) -> Void)? = nil,
    @_inheritActorContext onFailure: (@isolated(any) @Sendable (Object, any Error) -> Void)? = nil,
    @_inheritActorContext onDisposed: (@isolated(any) @Sendable (Object) -> Void)? = nil
  ) -> any Disposable where Element: Sendable {
    source.subscribe(
      with: object, onNext: onSuccess, onError: onFailure, onCompleted: nil, onDisposed: onDisposed,
      endsWithElement: true, file: file, line: line)
  }
}
