/// A sequence that emits events to its subscribers.
///
/// <doc:Operators> lists the operators by task, and explains the diagrams on their pages.
///
/// Semantics: ReactiveX, Observable.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Subscribes `observer`, which receives events until a terminal event or until the returned disposable is disposed.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}
