/// A type that receives the events of a sequence.
///
/// Only ``on(_:)`` must be implemented. Where speed matters, implement the other three event methods as well: the
/// library then passes elements without wrapping them in events.
///
/// Events may arrive on different threads, but never two at the same time.
///
/// Semantics: ReactiveX, Observer.
public protocol ObserverType<Element> {
  /// The type of the elements that the observer receives.
  associatedtype Element

  /// Receives an event.
  func on(_ event: Event<Element>)
  /// Receives the next element.
  func onNext(_ element: Element)
  /// Receives the error that terminates the sequence.
  func onError(_ error: any Error)
  /// Receives the completion of the sequence.
  func onCompleted()
  /// Returns the observer as the base class that the library's operators use.
  ///
  /// Do not implement this method; the default wraps the observer.
  func asObserverBase() -> ObserverBase<Element>
}

extension ObserverType {
  public func onNext(_ element: Element) { on(.next(element)) }

  public func onError(_ error: any Error) { on(.error(error)) }

  public func onCompleted() { on(.completed) }

  public func asObserverBase() -> ObserverBase<Element> { ErasedObserver(self) }

  /// Returns a type-erased observer that forwards to this one.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}

/// Forwards all events to an observer of any type.
private final class ErasedObserver<Observer: ObserverType>: ObserverBase<Observer.Element>, @unchecked Sendable {
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
  }

  override func onNext(_ element: Observer.Element) { observer.onNext(element) }

  override func onError(_ error: any Error) { observer.onError(error) }

  override func onCompleted() { observer.onCompleted() }
}
