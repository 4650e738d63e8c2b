import Synchronization

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
  /// Subscribes, waits for the outcome, and returns the element or throws the error.
  ///
  ///     let user = try await api.user(id: 7).value
  ///
  /// Cancelling the task disposes the subscription and throws `CancellationError`.
  @preconcurrency
  public var value: Element {
    get async throws {
      let source = primitiveSequence.asObservable()
      let subscription = SingleAssignmentDisposable()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let outcome = Outcome(continuation)
          subscription.setDisposable(
            source.subscribe(
              onNext: { outcome.send(.success($0)) }, onError: { outcome.send(.failure($0)) },
              onDisposed: { outcome.send(.failure(CancellationError())) }))
        }
      } onCancel: {
        subscription.dispose()
      }
    }
  }
}

/// Resumes a task with the first outcome. Disposal is one, if nothing came before it.
private final class Outcome<Element: Sendable>: Sendable {
  private let continuation: CheckedContinuation<Element, any Error>
  private let isSent = Atomic<Bool>(false)

  init(_ continuation: CheckedContinuation<Element, any Error>) {
    self.continuation = continuation
  }

  func send(_ outcome: SingleEvent<Element>) {
    if !isSent.exchange(true, ordering: .relaxed) { continuation.resume(with: outcome) }
  }
}
