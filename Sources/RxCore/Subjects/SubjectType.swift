/// A type that is both an observer and an observable.
///
/// Semantics: ReactiveX, Subject.
public protocol SubjectType<Element>: ObservableType {
  /// The observer that the subject can be used as.
  associatedtype Observer: ObserverType

  /// The subject as an observer only.
  func asObserver() -> Observer
}
