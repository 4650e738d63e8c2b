extension Disposables {
  /// Starts a task that calls `operation`, and makes a disposable that cancels it.
  ///
  /// - Parameters:
  ///   - detached: whether the task inherits nothing of the calling task, neither its priority nor its task-local values.
  ///   - priority: the priority of the task; that of the calling task if `nil`.
  static func task(
    detached: Bool, priority: TaskPriority?, operation: @escaping @Sendable () async -> Void
  ) -> any Disposable {
    let task =
      detached
      ? Task.detached(priority: priority, operation: operation) : Task(priority: priority, operation: operation)
    return create(with: { task.cancel() })
  }
}
