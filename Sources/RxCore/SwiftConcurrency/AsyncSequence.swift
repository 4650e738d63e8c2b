extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns an observable of the elements: each subscription starts a task that iterates, and disposal cancels the
  /// task.
  ///
  ///     lines.asObservable(priority: .utility).subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// Elements are emitted by that task, on whichever thread it runs. An error that the iteration throws ends the
  /// sequence; a `CancellationError` completes it.
  ///
  /// - Parameters:
  ///   - priority: the priority of the task. `nil` means that of the subscribing task, or the default if detached.
  ///   - detached: whether the task is detached, and so inherits neither priority nor task-local values.
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
