extension ObservableType {
  /// Subscribes to the source, and disposes the subscription, on `scheduler`. Where events are sent is up to the source:
  /// see `observe(on:)` to choose.
  ///
  /// Disposing before the scheduler's turn has come subscribes to nothing.
  ///
  /// Semantics: ReactiveX, SubscribeOn.
  @preconcurrency
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
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

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = IdentitySink<Element>(observer: observer, cancel: cancel)
    let current = SerialDisposable()
    let turn = SingleAssignmentDisposable()
    current.disposable = turn
    nonisolated(unsafe) let source = source  // Only subscribed to.
    turn.setDisposable(
      scheduler.schedule(()) { [scheduler] _ in
        current.disposable = ScheduledDisposable(scheduler: scheduler, disposable: source.subscribe(erased: sink))
        return Disposables.create()
      })
    return (sink, current)
  }
}
