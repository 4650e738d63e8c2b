// Conversions between traits, and from an observable to a Completable. An observable's conversions to a Single or a
// Maybe are in `AsSingle.swift`.

extension PrimitiveSequenceType {
  /// Converts the sequence to a ``Maybe``.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: source)
  }

  /// Converts the sequence to a ``Completable`` that ignores the element.
  ///
  /// Semantics: ReactiveX, IgnoreElements.
  public func asCompletable() -> Completable {
    Completable(raw: source.ignoreElements())
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Converts the sequence to a ``Single`` that fails with `RxError.noElements` if there is no element.
  ///
  /// Semantics: ReactiveX, Single.
  public func asSingle() -> Single<Element> {
    source.asSingle()
  }
}

extension ObservableType where Element == Never {
  /// Converts the sequence to a ``Completable``.
  ///
  /// ```swift
  /// a.ignoreElements().asCompletable()
  /// ```
  /// ```
  /// a              -1--2--|
  /// asCompletable  -------|
  /// ```
  public func asCompletable() -> Completable {
    Completable(raw: asObservable())
  }
}
