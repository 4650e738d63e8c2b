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
              onNext: { outcome.resume(.success($0)) }, onError: { outcome.resume(.failure($0)) },
              onDisposed: { outcome.resume(.failure(CancellationError())) }))
        }
      } onCancel: {
        subscription.dispose()
      }
    }
  }
}

/// Resumes a task with the first outcome. Disposal is an outcome too, if it comes first.
private final class Outcome<Element: Sendable>: Sendable {
  private let continuation: CheckedContinuation<Element, any Error>
  private let isResumed = Atomic<Bool>(false)

  init(_ continuation: CheckedContinuation<Element, any Error>) {
    self.continuation = continuation
  }

  func resume(_ outcome: SingleEvent<Element>) {
    if !isResumed.exchange(true, ordering: .relaxed) { continuation.resume(with: outcome) }
  }
}
