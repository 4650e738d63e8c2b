extension Observable {
  /// Subscribes a sink's closures to one of its additional sources, until `subscription` is disposed.
  func subscribe(
    heldBy subscription: SingleAssignmentDisposable, onNext: @escaping (Element) -> Void,
    onError: @escaping (any Error) -> Void, onCompleted: @escaping () -> Void = {}
  ) {
    let observer = FurtherSourceSink(next: onNext, failed: onError, completed: onCompleted)
    subscription.setDisposable(observer)
    _ = start(observer)
  }
}

private final class FurtherSourceSink<Element>: PartSink<Element>, @unchecked Sendable {
  private let next: (Element) -> Void
  private let failed: (any Error) -> Void
  private let completed: () -> Void

  init(next: @escaping (Element) -> Void, failed: @escaping (any Error) -> Void, completed: @escaping () -> Void) {
    self.next = next
    self.failed = failed
    self.completed = completed
  }

  override func onNext(_ element: Element) { next(element) }

  override func sourceFailed(_ error: any Error) { failed(error) }

  override func sourceCompleted() { completed() }
}
