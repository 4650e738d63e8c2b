extension Disposables {
  /// Starts a task that calls `operation`, and returns a disposable that cancels the task.
  ///
  /// - Parameters:
  ///   - detached: whether the task is detached, and so inherits neither priority nor task-local values.
  ///   - priority: the priority of the task. If `nil`, the task inherits the caller's priority, unless it is detached.
  static func task(
    detached: Bool, priority: TaskPriority?, operation: @escaping @Sendable () async -> Void
  ) -> any Disposable {
    let task =
      detached
      ? Task.detached(priority: priority, operation: operation) : Task(priority: priority, operation: operation)
    return create(with: { task.cancel() })
  }
}
