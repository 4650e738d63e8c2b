extension ObservableType {
  /// Converts the sequence to a ``Single`` that emits the only element when the source completes.
  ///
  /// ```swift
  /// a.asSingle()
  /// ```
  /// ```
  /// a         -1---|
  /// asSingle  -----(1|)
  /// ```
  ///
  /// A second element is an error:
  ///
  /// ```swift
  /// a.asSingle()
  /// ```
  /// ```
  /// a         -1--2---|
  /// asSingle  ----#
  /// # = error(Sequence contains more than one element.)
  /// ```
  ///
  /// Fails with `RxError.noElements` if the source completes without an element, and with `RxError.moreThanOneElement`
  /// when it emits a second one.
  ///
  /// Semantics: ReactiveX, Single.
  public func asSingle() -> Single<Element> {
    Single(raw: single().takeLast(1))
  }

  /// Converts the sequence to a ``Maybe`` that emits the only element, if any, when the source completes.
  ///
  /// ```swift
  /// a.asMaybe()
  /// ```
  /// ```
  /// a        -----|
  /// asMaybe  -----|
  /// ```
  ///
  /// Fails with `RxError.moreThanOneElement` when the source emits a second element.
  ///
  /// Semantics: ReactiveX, Single.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: onlyElement(isRequired: false).takeLast(1))
  }
}
