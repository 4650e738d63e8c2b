extension ObservableType {
  /// Subscribes to the source, and disposes the subscription, on `scheduler`. The source decides where events are emitted:
  /// use `observe(on:)` to choose.
  ///
  ///     load().subscribe(on: ConcurrentDispatchQueueScheduler(qos: .utility))
  ///
  /// Disposal silences the observer immediately; the source is disposed in a later round of the scheduler. A subscription
  /// that is disposed before the scheduler runs it is never made.
  ///
  /// Semantics: ReactiveX, SubscribeOn.
  @preconcurrency
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    SubscribeOn(source: asObservable(), scheduler: scheduler)
  }
}

private final class SubscribeOn<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let scheduler: any ImmediateSchedulerType

  init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
    let current = SerialDisposable()
    let scheduled = SingleAssignmentDisposable()
    current.disposable = scheduled
    nonisolated(unsafe) let source = source  // `subscribe(on:)` asks for sendable elements.
    scheduled.setDisposable(
      scheduler.schedule(()) { [scheduler] _ in
        if sink.isDisposed { return Disposables.create() }
        source.attach(sink) { current.disposable = ScheduledDisposable(scheduler: scheduler, disposable: $0) }
        return Disposables.create()
      })
    return (sink, current)
  }
}
