extension ObservableType where Element: RxAbstractInteger {
  /// Creates a sequence that emits consecutive integers from 0 on `scheduler`, one per `period`, until disposed.
  ///
  /// ```swift
  /// Observable<Int>.interval(.milliseconds(4), scheduler: scheduler)
  /// ```
  /// ```
  /// 0 to 20  ----0---1---2---3
  /// ```
  ///
  ///     Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance)
  ///
  /// Disposal cancels the timer. The count wraps around at the type's maximum. Dispatch queue schedulers raise a period
  /// of zero or less to one millisecond. With `.never` nothing is emitted.
  ///
  /// Semantics: ReactiveX, Interval.
  @preconcurrency
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: SendableMetatype {
    timer(period, period: period, scheduler: scheduler)
  }
}
