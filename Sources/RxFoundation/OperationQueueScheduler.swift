public import Foundation
public import RxCore

/// A scheduler that runs work as operations of an `OperationQueue`.
///
/// The queue determines how many operations run concurrently. Even so, `observe(on:)` delivers elements in order and
/// one at a time. May be used from any thread.
///
/// Semantics: ReactiveX, Scheduler.
public final class OperationQueueScheduler: ImmediateSchedulerType {
  /// The queue that runs the work.
  public let operationQueue: OperationQueue
  /// The priority of the operations.
  public let queuePriority: Operation.QueuePriority

  /// Creates a scheduler for `operationQueue`.
  public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
    self.operationQueue = operationQueue
    self.queuePriority = queuePriority
  }

  /// Adds an operation that calls `action`.
  ///
  /// Disposing the result cancels the work if it has not started, and disposes the disposable that `action` returned.
  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    nonisolated(unsafe) let state = state  // Moved to the queue: the caller does not use it again.
    let scheduled = SingleAssignmentDisposable()
    let operation = BlockOperation {
      if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
    }
    operation.queuePriority = queuePriority
    operationQueue.addOperation(operation)
    return scheduled
  }
}
