public import Foundation
public import RxCore

/// Runs work as operations of an `OperationQueue`.
///
/// The queue decides how many operations run at the same time. With `observe(on:)`, elements keep their order and come one at a
/// time all the same. May be used from any thread.
///
/// Semantics: ReactiveX, Scheduler.
public final class OperationQueueScheduler: ImmediateSchedulerType {
  /// The queue that runs the work.
  public let operationQueue: OperationQueue
  /// The priority of the operations.
  public let queuePriority: Operation.QueuePriority

  /// Makes a scheduler that runs work on `operationQueue`.
  public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
    self.operationQueue = operationQueue
    self.queuePriority = queuePriority
  }

  /// Adds an operation that calls `action`. Disposing the result cancels an operation that has not begun, and disposes what
  /// `action` returned.
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
