extension ObservableType {
  /// Ignores all elements and forwards only the terminal event.
  ///
  /// ```swift
  /// a.ignoreElements()
  /// ```
  /// ```
  /// a               -1--2--3-|
  /// ignoreElements  ---------|
  /// ```
  ///
  ///     upload(file).ignoreElements().subscribe(onCompleted: { print("Done.") })
  ///
  /// Semantics: ReactiveX, IgnoreElements.
  public func ignoreElements() -> Observable<Never> {
    // `Sink` ignores elements unless `onNext` is overridden.
    Operator(asObservable()) { Sink<Element, Never>(observer: $0) }
  }
}
