extension ObservableType {
  /// Fails with `error` inside `subscribe`, without emitting an element.
  ///
  /// Semantics: ReactiveX, Throw.
  public static func error(_ error: any Error) -> Observable<Element> {
    EndObservable(.error(error))
  }
}
