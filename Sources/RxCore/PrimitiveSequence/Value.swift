import Synchronization

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
  /// Subscribes, waits for the outcome, and returns the element or throws the error.
  ///
  ///     let user = try await api.user(id: 7).value
  ///
  /// Cancelling the task disposes the subscription, at the latest when `subscribe` has returned, and throws
  /// `CancellationError`, unless there is an outcome by then. In a task that is already cancelled, an outcome that the
  /// sequence emits inside `subscribe` is still returned.
  @preconcurrency
  public var value: Element {
    get async throws {
      guard let element = try await outcome() else { throw RxError.noElements }
      return element
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
  /// Subscribes, waits for the outcome, and returns the element, or `nil` if there is none.
  ///
  /// Throws the error if the sequence fails.
  ///
  ///     if let image = try await cache.image(at: url).value { show(image) }
  ///
  /// Cancelling the task disposes the subscription, at the latest when `subscribe` has returned, and throws
  /// `CancellationError`, unless there is an outcome by then. In a task that is already cancelled, an outcome that the
  /// sequence emits inside `subscribe` is still returned.
  @preconcurrency
  public var value: Element? {
    get async throws { try await outcome() }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// Subscribes and waits for the completion. Throws the error if the sequence fails.
  ///
  ///     try await store.save(draft).value
  ///
  /// Cancelling the task disposes the subscription, at the latest when `subscribe` has returned, and throws
  /// `CancellationError`, unless there is an outcome by then. In a task that is already cancelled, an outcome that the
  /// sequence emits inside `subscribe` is still returned.
  public var value: Void {
    get async throws { _ = try await outcome() }
  }
}

extension PrimitiveSequenceType where Element: Sendable {
  /// Waits for the element, or for completion without one.
  private func outcome() async throws -> Element? {
    let source = source
    let subscription = SingleAssignmentDisposable()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = Outcome(continuation)
        subscription.setDisposable(
          source.subscribe(
            onNext: { outcome.resume(.success($0)) }, onError: { outcome.resume(.failure($0)) },
            onCompleted: { outcome.resume(.success(nil)) },
            onDisposed: { outcome.resume(.failure(CancellationError())) }
          ))
      }
    } onCancel: {
      subscription.dispose()
    }
  }
}

/// Resumes a task with the first outcome. Disposal counts as an outcome.
private final class Outcome<Element: Sendable>: Sendable {
  private let continuation: CheckedContinuation<Element, any Error>
  private let isResumed = Atomic<Bool>(false)

  init(_ continuation: CheckedContinuation<Element, any Error>) {
    self.continuation = continuation
  }

  func resume(_ outcome: Result<Element, any Error>) {
    if !isResumed.exchange(true, ordering: .relaxed) { continuation.resume(with: outcome) }
  }
}
