extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements as a sequence: each subscription starts a task that iterates, and disposal cancels the task.
  ///
  ///     lines.asObservable(priority: .utility).subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// Elements are emitted by that task, on the thread that it runs on. An error that the iteration throws ends the
  /// sequence; a `CancellationError` completes it.
  ///
  /// - Parameters:
  ///   - priority: the priority of the task; that of the subscribing task by default.
  ///   - detached: whether the task inherits nothing of the subscribing task, neither its priority nor its task-local
  ///     values.
  public func asObservable(priority: TaskPriority? = nil, detached: Bool = false) -> Observable<Element> {
    .create { observer in
      Disposables.task(detached: detached, priority: priority) {
        do {
          for try await element in self { observer.onNext(element) }
          observer.onCompleted()
        } catch is CancellationError {
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
    }
  }
}
