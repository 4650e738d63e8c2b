/// A type that receives the events of a sequence.
///
/// Only ``on(_:)`` must be implemented, and events arrive by no other method of a conforming type. Where speed matters,
/// subclass ``ObserverBase``, which receives elements that are not wrapped in events.
///
/// Events may arrive on different threads, but never two at the same time.
///
/// Semantics: ReactiveX, Observer.
public protocol ObserverType<Element> {
  /// The type of the elements that the observer receives.
  associatedtype Element

  /// Receives an event.
  func on(_ event: Event<Element>)
  /// Returns the observer as the base class that the library's operators use.
  ///
  /// Do not implement this method; the default wraps the observer.
  func asObserverBase() -> ObserverBase<Element>
}

extension ObserverType {
  /// Passes `element` to ``on(_:)``.
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Passes `error` to ``on(_:)``.
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Passes the completion to ``on(_:)``.
  public func onCompleted() { on(.completed) }

  public func asObserverBase() -> ObserverBase<Element> { EventHandlerObserver { self.on($0) } }

  /// Returns a type-erased observer that forwards to this one.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}
