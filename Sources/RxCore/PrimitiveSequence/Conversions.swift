// From one trait to another, and from an observable; for a Single and a Maybe see `AsSingle.swift`.

extension PrimitiveSequenceType {
  /// The sequence as a ``Maybe``.
  public func asMaybe() -> Maybe<Element> {
    Maybe(raw: source)
  }

  /// The sequence as a ``Completable``, without its element.
  ///
  /// Semantics: ReactiveX, IgnoreElements.
  public func asCompletable() -> Completable {
    Completable(raw: source.ignoreElements())
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The sequence as a ``Single``. It fails with `RxError.noElements` if there is no element.
  ///
  /// Semantics: ReactiveX, Single.
  public func asSingle() -> Single<Element> {
    source.asSingle()
  }
}

extension ObservableType where Element == Never {
  /// The sequence as a ``Completable``.
  public func asCompletable() -> Completable {
    Completable(raw: asObservable())
  }
}
