extension ObservableType {
  /// Creates a sequence that completes inside `subscribe`, without emitting an element.
  ///
  /// ```swift
  /// Observable<Int>.empty()
  /// ```
  /// ```
  /// empty  |
  /// ```
  ///
  /// Semantics: ReactiveX, Empty.
  public static func empty() -> Observable<Element> {
    EndObservable(.completed)
  }
}
