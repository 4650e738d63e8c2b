extension PrimitiveSequenceType {
  /// Subscribes closures to the first event, which is the outcome, and to the disposal. `onDisposed` is called after the
  /// outcome, or when the subscription is disposed. An error without an `onError` is reported to
  /// ``Hooks/defaultErrorHandler``.
  func subscribeOutcome(
    onSuccess: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil,
    file: StaticString, line: UInt
  ) -> any Disposable {
    let disposed = onDisposed.map { Disposables.create(with: $0) }
    let observer = AnonymousObserver(
      onNext: onSuccess, onError: onError, onCompleted: onCompleted, disposed: disposed, endsWithElement: true,
      file: file, line: line)
    let subscription = source.subscribe(erased: observer)
    return disposed.map { Disposables.create(subscription, $0) } ?? subscription
  }
}
