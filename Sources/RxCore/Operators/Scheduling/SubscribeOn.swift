extension ObservableType {
  /// Subscribes to the source, and disposes the subscription, on `scheduler`.
  ///
  /// ```swift
  /// let numbers = Observable<Int>.deferred {
  ///   print("work begins")
  ///   return .of(1, 2)
  /// }
  /// .subscribe(on: scheduler)
  /// .do(onSubscribed: { print("subscribed") })
  /// ```
  /// ```
  /// subscribed
  /// work begins
  /// subscribe(on:)  (12|)
  /// ```
  ///
  ///     load().subscribe(on: ConcurrentDispatchQueueScheduler(qos: .utility))
  ///
  /// The source still decides where events are emitted; to change that, use `observe(on:)`. A source that emits inside
  /// `subscribe` thus emits on `scheduler`. Disposal silences the observer immediately; the source is disposed on
  /// `scheduler`. If the sequence is disposed before the scheduled subscription runs, the source is never subscribed
  /// to.
  ///
  /// Semantics: ReactiveX, SubscribeOn.
  @preconcurrency
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    // Not `asObservable()`, which may add a wrapper that disposes the source on the thread on which the source
    // terminates.
    let source = self as? Observable<Element> ?? ForeignObservable(self)
    return CustomOperator {
      SubscribeOnSink(scheduler: scheduler, observer: $0)
    } connect: { sink in
      sink.resource.setDisposable(scheduler.schedule { if !sink.isDisposed { source.subscribe(stage: sink) } })
    }
  }
}

private final class SubscribeOnSink<Element>: ResourceSink<Element>, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType

  init(scheduler: any ImmediateSchedulerType, observer: ObserverBase<Element>) {
    self.scheduler = scheduler
    super.init(observer: observer)
  }

  override func onSubscribe(_ upstream: consuming any Upstream) {
    super.onSubscribe(ScheduledDisposable(scheduler: scheduler, disposable: upstream))
  }
}
