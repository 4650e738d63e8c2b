extension Disposables {
  /// Starts a task that calls `operation`, and returns a disposable that cancels the task.
  ///
  /// - Parameters:
  ///   - detached: whether the task is detached, and so inherits neither priority nor task-local values.
  ///   - priority: the task's priority. `nil` means the calling task's priority, or the default if detached.
  static func task(
    detached: Bool, priority: TaskPriority?, operation: @escaping @Sendable () async -> Void
  ) -> any Disposable {
    let task =
      detached
      ? Task.detached(priority: priority, operation: operation) : Task(priority: priority, operation: operation)
    return create(with: { task.cancel() })
  }
}
