extension ObservableType where Element: RxAbstractInteger {
  /// Emits 0, 1, 2 and so on, one after each `period`, on `scheduler`, until disposed.
  ///
  ///     Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance)
  ///
  /// Disposal cancels the timer. After the largest integer of the type it continues with the smallest. The schedulers of a
  /// dispatch queue take a period of zero or less for a millisecond; with `.never` nothing is emitted.
  ///
  /// Semantics: ReactiveX, Interval.
  @preconcurrency
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: SendableMetatype {
    timer(period, period: period, scheduler: scheduler)
  }
}
