extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
  /// Subscribes, waits for the outcome, and returns the element or throws the error.
  ///
  ///     let user = try await api.user(id: 7).value
  ///
  /// Cancelling the task disposes the subscription, at the latest when `subscribe` has returned, and throws
  /// `CancellationError`, unless there is an outcome by then. In a task that is already cancelled, an outcome that the
  /// sequence emits inside `subscribe` is still returned.
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
    for try await element in source.values { return element }
    return nil
  }
}
