/// A type that receives the events of a sequence.
///
/// Implement ``on(_:)`` alone, or the three others as well where speed matters: the library's own observers receive elements
/// without wrapping them into events.
///
/// Events may come from different threads, but never two at the same time.
///
/// Semantics: ReactiveX, Observer.
public protocol ObserverType<Element> {
  /// The type of the elements that the observer takes.
  associatedtype Element

  /// Takes one event.
  func on(_ event: Event<Element>)
  /// Takes the next element.
  func onNext(_ element: Element)
  /// Takes the error that ends the sequence.
  func onError(_ error: any Error)
  /// Takes the completion of the sequence.
  func onCompleted()
  /// The observer as the class that the library's operators call. The default wraps it; do not implement it.
  func asObserverBase() -> ObserverBase<Element>
}

extension ObserverType {
  public func onNext(_ element: Element) { on(.next(element)) }

  public func onError(_ error: any Error) { on(.error(error)) }

  public func onCompleted() { on(.completed) }

  public func asObserverBase() -> ObserverBase<Element> { ErasedObserver(self) }

  /// The observer with its type erased.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}

/// Forwards everything to an observer of any type.
private final class ErasedObserver<Observer: ObserverType>: ObserverBase<Observer.Element>, @unchecked Sendable {
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
  }

  override func onNext(_ element: Observer.Element) { observer.onNext(element) }

  override func onError(_ error: any Error) { observer.onError(error) }

  override func onCompleted() { observer.onCompleted() }
}
