// The operators that wait. Each is the operator of the same name of `Observable`, on the scheduler of the strategy, and shared.

extension SharedSequenceConvertibleType where Element: Sendable {
  /// Emits an element at once if none was emitted for `dueTime`. If `latest` is true, it emits the last of the elements in
  /// between when that time is over.
  ///
  /// Semantics: ReactiveX, Sample, and Throttle of RxSwift.
  @preconcurrency
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
  }

  /// Emits an element when no other has followed for `dueTime`.
  ///
  /// Semantics: ReactiveX, Debounce.
  @preconcurrency
  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
  }

  /// Emits each event `dueTime` later.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
  }
}
