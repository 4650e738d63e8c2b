extension ObservableType {
  /// Subscribes to the source after `dueTime`, on `scheduler`. Elements and the end are not delayed.
  ///
  ///     load().delaySubscription(.seconds(1), scheduler: MainScheduler.instance)
  ///
  /// Disposal before that cancels the timer: the source is not subscribed.
  ///
  /// Semantics: ReactiveX, Delay (of the subscription).
  @preconcurrency
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> where Element: Sendable {
    let source = asObservable()
    return Operator { observer, cancel in
      let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
      let current = SerialDisposable()
      let timer = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
        if !sink.isDisposed { source.attach(sink) { current.disposable = $0 } }
        return Disposables.create()
      }
      return (sink, Disposables.create(timer, current))
    }
  }
}
