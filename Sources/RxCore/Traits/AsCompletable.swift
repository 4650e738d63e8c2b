extension ObservableType where Element == Never {
  /// The sequence as a ``Completable``.
  public func asCompletable() -> Completable {
    Completable(raw: asObservable())
  }
}
