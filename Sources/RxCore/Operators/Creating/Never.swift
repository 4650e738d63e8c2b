extension ObservableType {
  /// Creates a sequence that emits nothing and never terminates. The observer is not retained.
  ///
  /// ```swift
  /// Observable<Int>.never()
  /// ```
  /// ```
  /// never  -
  /// ```
  ///
  /// Semantics: ReactiveX, Never.
  public static func never() -> Observable<Element> {
    EndObservable(nil)
  }
}
