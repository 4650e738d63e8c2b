/// A type that can be converted to an ``Observable``.
public protocol ObservableConvertibleType<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Returns an observable of the elements.
  func asObservable() -> Observable<Element>
}

/// A sequence that emits events to its subscribers.
///
/// <doc:Operators> lists the operators by task, and explains the diagrams on their pages.
///
/// Semantics: ReactiveX, Observable.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Subscribes `observer`, which receives events until a terminal event or until the returned disposable is disposed.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
  /// Returns the sequence as an ``Observable``. The default implementation wraps the sequence.
  public func asObservable() -> Observable<Element> {
    Operator(ForeignObservable(self)) { IdentitySink(observer: $0) }
  }
}

/// Wraps an `ObservableType` that is not an `Observable`, without adding a stage.
final class ForeignObservable<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  override func subscribe(erased observer: ObserverBase<Source.Element>) -> any Disposable {
    source.subscribe(observer)
  }
}
