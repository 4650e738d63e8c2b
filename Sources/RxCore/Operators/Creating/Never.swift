extension ObservableType {
  /// Emits nothing and never terminates. The observer is not retained.
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> Observable<Element> {
    EndObservable(nil)
  }
}
