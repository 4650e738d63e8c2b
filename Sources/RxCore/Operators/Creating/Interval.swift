extension ObservableType where Element: RxAbstractInteger {
  /// Sends 0, 1, 2 and so on, one after each `period`, on `scheduler`, until disposed, which cancels the timer.
  ///
  ///     Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance)
  ///
  /// After the largest integer of the type it goes on with the smallest.
  ///
  /// Semantics: ReactiveX, Interval.
  @preconcurrency
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: SendableMetatype {
    Timer(dueTime: period, period: period, scheduler: scheduler)
  }
}
