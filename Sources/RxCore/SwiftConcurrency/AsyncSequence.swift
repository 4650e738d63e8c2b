extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns an observable of the elements: each subscription starts a task that iterates over this sequence, and
  /// disposal cancels the task.
  ///
  ///     lines.asObservable(priority: .utility).subscribe(onNext: { print($0) }).disposed(by: bag)
  ///
  /// Elements are emitted on whichever thread the task runs. An error thrown by the iteration fails the sequence; a
  /// `CancellationError` completes it.
  ///
  /// - Parameters:
  ///   - priority: the task's priority. `nil` means the subscribing task's priority, or the default if detached.
  ///   - detached: whether the task is detached, and so inherits neither priority nor task-local values.
  public func asObservable(priority: TaskPriority? = nil, detached: Bool = false) -> Observable<Element> {
    .create(detached: detached, priority: priority) { emit in
      do {
        for try await element in self {
          if Task.isCancelled { return }  // Not every sequence ends then.
          emit(element)
        }
      } catch is CancellationError {}
    }
  }
}
