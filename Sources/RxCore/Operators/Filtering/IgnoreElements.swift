extension ObservableType {
  /// Ignores all elements and forwards only the terminal event.
  ///
  ///     upload(file).ignoreElements().subscribe(onCompleted: { print("Done.") })
  ///
  /// Semantics: ReactiveX, IgnoreElements.
  public func ignoreElements() -> Observable<Never> {
    // `Sink` itself ignores elements.
    Operator(asObservable()) { Sink<Element, Never>(observer: $0) }
  }
}
