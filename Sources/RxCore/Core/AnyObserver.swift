/// A type-erased observer. The closure of ``ObservableType/create(_:)`` receives one.
///
/// Events may arrive on any thread, but never two at the same time. The observer passed to `create` drops events after
/// a terminal event or disposal.
public struct AnyObserver<Element>: ObserverType {
  /// Receives each event.
  public typealias EventHandler = @Sendable (Event<Element>) -> Void

  private let observer: ObserverBase<Element>

  /// Creates an observer that calls `eventHandler` with each event.
  @preconcurrency
  public init(eventHandler: @escaping EventHandler) {
    observer = EventHandlerObserver(eventHandler)
  }

  /// Creates a type-erased observer that forwards to `observer`.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self.observer = observer.asObserverBase()
  }

  /// For the library's observers, without a look-up of their conformance.
  init(_ observer: ObserverBase<Element>) {
    self.observer = observer
  }

  public func on(_ event: Event<Element>) { observer.on(event) }

  /// Receives the next element.
  public func onNext(_ element: Element) { observer.onNext(element) }

  /// Receives the error that terminates the sequence.
  public func onError(_ error: any Error) { observer.onError(error) }

  /// Receives the completion of the sequence.
  public func onCompleted() { observer.onCompleted() }

  public func asObserverBase() -> ObserverBase<Element> { observer }

  /// The observer itself.
  public func asObserver() -> AnyObserver<Element> { self }
}

extension AnyObserver: Sendable where Element: Sendable {}
