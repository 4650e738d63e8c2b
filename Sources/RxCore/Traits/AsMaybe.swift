extension ObservableType {
  /// The sequence as a ``Maybe``: emits the only element, if there is one, once the source has completed.
  ///
  /// Fails with `RxError.moreThanOneElement` at the second element.
  ///
  /// Semantics: ReactiveX, Single.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: Operator(asObservable()) { AsSingleSink(isRequired: false, observer: $0) })
  }
}
