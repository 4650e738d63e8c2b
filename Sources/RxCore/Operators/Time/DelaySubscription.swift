extension ObservableType {
  /// Subscribes to the source after `dueTime`, on `scheduler`. Events are not delayed.
  ///
  /// ```swift
  /// a.delaySubscription(.milliseconds(4), scheduler: scheduler)
  /// ```
  /// ```
  /// a                  -1--2--3-|
  /// a (1)              ----^--------!
  /// delaySubscription  -----1--2--3-|
  /// ```
  ///
  ///     load().delaySubscription(.seconds(1), scheduler: MainScheduler.instance)
  ///
  /// Disposal before `dueTime` has passed cancels the timer, and the source is never subscribed to.
  ///
  /// Semantics: ReactiveX, Delay (of the subscription).
  @preconcurrency
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    let source = asObservable()
    return CustomOperator {
      ResourceSink(observer: $0)
    } connect: { sink in
      sink.resource.setDisposable(
        scheduler.schedule(after: dueTime) { source.subscribe(stage: sink) })
    }
  }
}
