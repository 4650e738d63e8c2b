public import RxSwift

// The names that RxCocoa keeps only to say why they are gone.

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// Not available, as in RxCocoa: a driver replays, and would replay the object, too.
  @available(
    *, unavailable,
    message:
      "withUnretained has been deprecated for Driver. Consider using `drive(with:onNext:onCompleted:onDisposed:)`, instead"
  )
  public func withUnretained<Object: AnyObject, Out>(
    _ object: Object, resultSelector: @escaping (Object, Element) -> Out
  ) -> SharedSequence<SharingStrategy, Out> {
    .never()
  }

  /// Not available, as in RxCocoa: a driver replays, and would replay the object, too.
  @available(
    *, unavailable,
    message:
      "withUnretained has been deprecated for Driver. Consider using `drive(with:onNext:onCompleted:onDisposed:)`, instead"
  )
  public func withUnretained<Object: AnyObject>(
    _ object: Object
  ) -> SharedSequence<SharingStrategy, (Object, Element)> {
    .never()
  }
}
