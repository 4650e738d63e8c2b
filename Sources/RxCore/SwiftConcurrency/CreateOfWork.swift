extension ObservableType {
  /// Creates an observable from an asynchronous function: each subscription starts a task that calls `work`, and
  /// disposal cancels the task.
  ///
  ///     let pages = Observable<Page>.create { emit in
  ///       var next = try await api.firstPage()
  ///       while let page = next {
  ///         emit(page)
  ///         next = try await api.page(after: page)
  ///       }
  ///     }
  ///
  /// `work` emits an element each time it calls its argument, on whichever thread the task runs. The sequence completes
  /// when `work` returns, and fails with an error that `work` throws. Elements emitted after that, or after disposal,
  /// are dropped.
  ///
  /// - Parameters:
  ///   - detached: whether the task is detached, and so inherits neither priority nor task-local values.
  ///   - priority: the task's priority. `nil` means the subscribing task's priority, or the default if detached.
  ///   - work: emits the elements. It must not emit on several threads at the same time.
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
      let run: @Sendable () async -> Void = {
        do {
          try await work { observer.onNext($0) }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      let task =
        detached ? Task.detached(priority: priority, operation: run) : Task(priority: priority, operation: run)
      return Disposables.create(with: { task.cancel() })
    }
  }
}

extension Infallible {
  /// Creates an ``Infallible`` from an asynchronous function that does not throw: each subscription starts a task that
  /// calls `work`, and disposal cancels the task. See ``ObservableType/create(detached:priority:work:)``.
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
