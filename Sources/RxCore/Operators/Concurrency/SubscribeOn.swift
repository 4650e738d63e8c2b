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
    // Not `asObservable()`: it may wrap the source in an observable that disposes it on the thread on which it ends.
    if let source = self as? Observable<Element> {
      return SubscribeOn(scheduler: scheduler) { source.attach($0, keep: $1) }
    }
    return SubscribeOn(scheduler: scheduler) { sink, keep in keep(BoxedDisposable(self.subscribe(sink))) }
  }
}

private final class SubscribeOn<Element>: Producer<Element>, @unchecked Sendable {
  typealias Attach = (_ sink: ObserverBase<Element>, _ keep: (DisposableObject) -> Void) -> Void

  private let scheduler: any ImmediateSchedulerType
  private let attach: Attach

  /// - Parameter attach: subscribes to the source, and has the subscription kept before the source emits.
  init(scheduler: any ImmediateSchedulerType, attach: @escaping Attach) {
    self.scheduler = scheduler
    self.attach = attach
  }

  override func begin(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> SubscriptionParts {
    let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
    let current = SerialDisposable()
    let scheduled = SingleAssignmentDisposable()
    current.disposable = scheduled
    nonisolated(unsafe) let attach = attach  // `subscribe(on:)` asks for sendable elements.
    scheduled.setDisposable(
      scheduler.schedule(()) { [scheduler] _ in
        if sink.isDisposed { return Disposables.create() }
        attach(sink) { current.disposable = ScheduledDisposable(scheduler: scheduler, disposable: $0) }
        return Disposables.create()
      })
    return (sink, current)
  }
}
