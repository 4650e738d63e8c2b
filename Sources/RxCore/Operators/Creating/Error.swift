extension ObservableType {
  /// Creates a sequence that fails with `error` inside `subscribe`, without emitting an element.
  ///
  /// ```swift
  /// Observable<Int>.error(RxError.noElements)
  /// ```
  /// ```
  /// error  #
  /// # = error(Sequence doesn't contain any elements.)
  /// ```
  ///
  /// Semantics: ReactiveX, Throw.
  public static func error(_ error: any Error) -> Observable<Element> {
    EndObservable(.error(error))
  }
}
