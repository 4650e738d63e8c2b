extension ObservableType {
  /// Subscribes to the source, and disposes the subscription, on `scheduler`. The source decides where events are emitted:
  /// use `observe(on:)` to choose.
  ///
  ///     load().subscribe(on: ConcurrentDispatchQueueScheduler(qos: .utility))
  ///
  /// Disposal silences the observer immediately; the source is disposed in a later turn of the scheduler. A subscription
  /// that is disposed before the scheduler runs it is never made.
  ///
  /// Semantics: ReactiveX, SubscribeOn.
  @preconcurrency
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    // Not `asObservable()`: it may wrap the source in an observable that disposes it on the thread on which it ends.
    let source = self as? Observable<Element> ?? ForeignObservable(self)
    return CustomOperator { observer in
      let sink = SubscribeOnSink(scheduler: scheduler, observer: observer)
      let scheduled = SingleAssignmentDisposable()
      sink.connect(scheduled)
      scheduled.setDisposable(
        scheduler.schedule(()) { _ in
          if !sink.isDisposed { sink.subscribe(to: source) }
          return Disposables.create()
        })
      return sink
    }
  }
}

private final class SubscribeOnSink<Element>: ChangingSourceSink<Element>, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType

  init(scheduler: any ImmediateSchedulerType, observer: ObserverBase<Element>) {
    self.scheduler = scheduler
    super.init(observer: observer)
  }

  override func holder(of upstream: any Upstream) -> any Disposable {
    ScheduledDisposable(scheduler: scheduler, disposable: upstream)
  }
}

/// An observable of another type, without a stage of its own in between.
private final class ForeignObservable<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
  private let source: Source

  init(_ source: Source) {
    self.source = source
  }

  override func subscribe(erased observer: ObserverBase<Source.Element>) -> any Disposable {
    source.subscribe(observer)
  }
}
