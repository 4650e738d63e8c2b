/// A type that can be converted to an ``Observable``.
public protocol ObservableConvertibleType<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Returns an observable of the elements.
  func asObservable() -> Observable<Element>
}
