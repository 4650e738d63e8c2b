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
      onNext: onSuccess, onError: onError, onCompleted: nil, disposed: disposed, file: file, line: line)
    let subscription = source.subscribe(erased: OutcomeObserver(observer, onCompleted: onCompleted))
    return disposed.map { Disposables.create(subscription, $0) } ?? subscription
  }
}

/// Forwards the outcome of a trait: its first event. The completion that follows an element is none.
private final class OutcomeObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let observer: AnonymousObserver<Element>
  private let completed: (@Sendable () -> Void)?
  // Used by one event at a time.
  private var hasEnded = false

  init(_ observer: AnonymousObserver<Element>, onCompleted: (@Sendable () -> Void)?) {
    self.observer = observer
    completed = onCompleted
  }

  override func onNext(_ element: Element) {
    if hasEnded { return }
    hasEnded = true
    observer.onNext(element)
    observer.onCompleted()  // It disposes, without a closure to call.
  }

  override func onError(_ error: any Error) {
    if hasEnded { return }
    hasEnded = true
    observer.onError(error)
  }

  override func onCompleted() {
    if hasEnded { return }
    hasEnded = true
    completed?()
    observer.onCompleted()
  }
}
