extension ObservableType {
  /// Emits nothing and never ends. The observer is released at once.
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> Observable<Element> {
    EndObservable(nil)
  }
}
