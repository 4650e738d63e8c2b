/// An observer with its type erased. The closure of ``ObservableType/create(_:)`` emits to one.
///
/// Events may come from any thread, but never two at the same time. Events after a terminal event or after disposal are
/// dropped.
public struct AnyObserver<Element>: ObserverType {
  private let observer: ObserverBase<Element>

  /// Makes an observer that calls `eventHandler` with each event.
  @preconcurrency
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    observer = EventHandlerObserver(eventHandler)
  }

  /// Erases the type of `observer`.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self.observer = observer.asObserverBase()
  }

  public func on(_ event: Event<Element>) { observer.on(event) }

  public func onNext(_ element: Element) { observer.onNext(element) }

  public func onError(_ error: any Error) { observer.onError(error) }

  public func onCompleted() { observer.onCompleted() }

  public func asObserverBase() -> ObserverBase<Element> { observer }

  /// The observer itself.
  public func asObserver() -> AnyObserver<Element> { self }
}

extension AnyObserver: Sendable where Element: Sendable {}

extension ObserverType {
  /// An observer of another element type, which forwards the result of `transform` for each element. An error that
  /// `transform` throws is forwarded as an error.
  @preconcurrency
  public func mapObserver<Result>(
    _ transform: @escaping @Sendable (Result) throws -> Element
  ) -> AnyObserver<Result> {
    let observer = asObserverBase()
    return AnyObserver { event in observer.on(event.map(transform)) }
  }
}

private final class EventHandlerObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let handler: @Sendable (Event<Element>) -> Void

  init(_ handler: @escaping @Sendable (Event<Element>) -> Void) {
    self.handler = handler
  }

  override func onNext(_ element: Element) { handler(.next(element)) }

  override func onError(_ error: any Error) { handler(.error(error)) }

  override func onCompleted() { handler(.completed) }
}
