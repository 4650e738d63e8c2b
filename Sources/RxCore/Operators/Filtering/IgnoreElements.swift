extension ObservableType {
  /// Drops all elements, and forwards the end only.
  ///
  ///     upload(file).ignoreElements().subscribe(onCompleted: { print("Done.") })
  ///
  /// Semantics: ReactiveX, IgnoreElements.
  public func ignoreElements() -> Observable<Never> {
    // Without a subclass, a sink ignores elements.
    Operator(asObservable()) { Sink<Element, Never>(observer: $0) }
  }
}
