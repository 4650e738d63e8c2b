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
