/// A type-erased observer. The closure of ``ObservableType/create(_:)`` receives one.
///
/// Events may arrive on any thread, but never two at the same time. The observer passed to `create` drops events after
/// a terminal event or disposal.
public struct AnyObserver<Element>: ObserverType {
  private let observer: ObserverBase<Element>

  /// Creates an observer that calls `eventHandler` with each event.
  @preconcurrency
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    observer = EventHandlerObserver(eventHandler)
  }

  /// Creates a type-erased observer that forwards to `observer`.
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

private final class EventHandlerObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let handler: @Sendable (Event<Element>) -> Void

  init(_ handler: @escaping @Sendable (Event<Element>) -> Void) {
    self.handler = handler
  }

  override func onNext(_ element: Element) { handler(.next(element)) }

  override func onError(_ error: any Error) { handler(.error(error)) }

  override func onCompleted() { handler(.completed) }
}
