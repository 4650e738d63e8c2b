/// An observer that passes each event to a closure.
final class EventHandlerObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let handler: (Event<Element>) -> Void

  init(_ handler: @escaping (Event<Element>) -> Void) {
    self.handler = handler
  }

  override func onNext(_ element: Element) { handler(.next(element)) }

  override func onError(_ error: any Error) { handler(.error(error)) }

  override func onCompleted() { handler(.completed) }
}

extension ObserverType {
  /// Returns an observer that forwards the result of `transform` for each element.
  ///
  /// If `transform` throws, the error is forwarded instead.
  @preconcurrency
  public func mapObserver<Result>(
    _ transform: @escaping @Sendable (Result) throws -> Element
  ) -> AnyObserver<Result> {
    let observer = asObserverBase()
    return AnyObserver { event in observer.on(event.map(transform)) }
  }
}
