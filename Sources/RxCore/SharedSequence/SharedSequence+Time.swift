// Time-based operators. Each forwards to the operator of the same name on `Observable`, on the strategy's scheduler,
// and shares the result.

extension SharedSequenceConvertibleType where Element: Sendable {
  /// Emits an element immediately, then none for `dueTime`.
  ///
  /// If `latest` is `true`, the last element received during that time is emitted at its end.
  ///
  /// Semantics: ReactiveX, Sample; RxSwift, throttle.
  @preconcurrency
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
  }

  /// Emits an element once `dueTime` has passed without another one.
  ///
  /// Semantics: ReactiveX, Debounce.
  @preconcurrency
  public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
  }

  /// Delays each event by `dueTime`.
  ///
  /// Semantics: ReactiveX, Delay.
  @preconcurrency
  public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
  }
}
