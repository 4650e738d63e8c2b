extension ObservableType {
  /// Completes inside `subscribe`, without emitting an element.
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Observable<Element> {
    EndObservable(.completed)
  }
}
