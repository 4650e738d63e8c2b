internal import DeliveryCore
import Synchronization

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
      sink.resource.setDisposable(scheduler.schedule { sink.subscribe(to: source) })
    }
  }
}

private final class SubscribeOnSink<Element>: ResourceSink<Element>, @unchecked Sendable {
  private let scheduler: any ImmediateSchedulerType
  /// The thread that subscribes to the source, or zero.
  private let subscribing = Atomic<UInt>(0)

  init(scheduler: any ImmediateSchedulerType, observer: ObserverBase<Element>) {
    self.scheduler = scheduler
    super.init(observer: observer)
  }

  func subscribe(to source: Observable<Element>) {
    if isDisposed { return }
    subscribing.store(currentThread, ordering: .relaxed)
    source.subscribe(stage: self)
    subscribing.store(0, ordering: .relaxed)
  }

  /// A source that emits inside `subscribe` may be disposed during that call. The disposal then runs immediately,
  /// because the scheduler may be busy with that call, which would never end.
  override func onSubscribe(_ upstream: consuming any Upstream) {
    let upstream = upstream
    super.onSubscribe(
      AnonymousDisposable { [self] in
        if subscribing.load(ordering: .relaxed) == currentThread { return upstream.dispose() }
        _ = scheduler.schedule { upstream.dispose() }
      })
  }
}
