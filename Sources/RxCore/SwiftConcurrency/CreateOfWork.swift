extension ObservableType {
  /// Makes an observable of an asynchronous function: each subscription starts a task that calls `work`, and disposal cancels
  /// the task.
  ///
  ///     let pages = Observable<Page>.create { emit in
  ///       var next = try await api.firstPage()
  ///       while let page = next {
  ///         emit(page)
  ///         next = try await api.page(after: page)
  ///       }
  ///     }
  ///
  /// `work` emits an element each time it calls its argument. Elements are emitted by that task, on the thread that it runs on.
  /// The sequence completes when `work` returns, and ends with the error that it throws. Elements that are passed on
  /// afterwards, or after disposal, are dropped.
  ///
  /// - Parameters:
  ///   - detached: whether the task inherits nothing of the subscribing task, neither its priority nor its task-local
  ///     values.
  ///   - priority: the priority of the task; that of the subscribing task by default.
  ///   - work: emits the elements. It must not emit on several threads at once.
  ///
  /// Semantics: ReactiveX, Create.
  @_disfavoredOverload
  @preconcurrency
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @escaping @Sendable (_ emit: @escaping @Sendable (Element) -> Void) async throws -> Void
  ) -> Observable<Element> {
    .create { observer in
      let observer = observer.asObserverBase()
      return Disposables.task(detached: detached, priority: priority) {
        do {
          try await work { observer.onNext($0) }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
    }
  }
}

extension Infallible {
  /// Makes an infallible of an asynchronous function that does not throw: each subscription starts a task that calls `work`, and
  /// disposal cancels the task. See ``ObservableType/create(detached:priority:work:)``.
  ///
  ///     let answers = Infallible<String>.create { emit in
  ///       for await line in console.lines { emit(line) }
  ///     }
  @_disfavoredOverload
  @preconcurrency
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @escaping @Sendable (_ emit: @escaping @Sendable (Element) -> Void) async -> Void
  ) -> Infallible<Element> {
    Infallible(Observable.create(detached: detached, priority: priority, work: work))
  }
}
