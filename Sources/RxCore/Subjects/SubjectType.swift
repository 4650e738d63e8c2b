/// A type that is both an observable and an observer.
///
/// Semantics: ReactiveX, Subject.
public protocol SubjectType<Element>: ObservableType {
  /// The type of the subject as an observer.
  associatedtype Observer: ObserverType

  /// Returns the subject as an observer.
  func asObserver() -> Observer
}
