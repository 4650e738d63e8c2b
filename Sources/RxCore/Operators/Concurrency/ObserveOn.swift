internal import DeliveryCore

extension ObservableType {
  /// Sends the events on, in order, on `scheduler`.
  ///
  /// A burst of events takes one turn of the scheduler, not one each. On ``MainScheduler``, events that are sent on the
  /// main queue while nothing waits there are passed on inline. After disposal on the scheduler nothing more arrives.
  ///
  /// Semantics: ReactiveX, ObserveOn.
  @preconcurrency
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    if let serial = scheduler as? SerialDispatchQueueScheduler {
      return ObserveOnSerialDispatchQueue(source: asObservable(), scheduler: serial)
    }
    return ObserveOn(source: asObservable(), scheduler: scheduler)
  }
}

/// Passes events on through a pump.
private final class ObserveOnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let pump: QueuePump
  /// Made once: a closure for each element would be an allocation for each.
  private var deliver: (Element) -> Void = { _ in }

  init(pump: QueuePump, observer: ObserverBase<Element>, cancel: any Cancelable) {
    self.pump = pump
    super.init(observer: observer, cancel: cancel)
    // The pump keeps the sink while anything waits.
    deliver = { [unowned(unsafe) self] element in forwardNext(element) }
  }

  override func onNext(_ element: Element) {
    pump.send(element, keeping: self, deliver: deliver)
  }

  override func onError(_ error: any Error) {
    pump.send(keeping: self) { [unowned(unsafe) self] in forwardError(error) }
  }

  override func onCompleted() {
    pump.send(keeping: self) { [unowned(unsafe) self] in forwardCompleted() }
  }
}

/// The observable behind `observe(on:)` for schedulers of a dispatch queue.
final class ObserveOnSerialDispatchQueue<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let scheduler: SerialDispatchQueueScheduler
  private let target: DeliveryTarget

  init(source: Observable<Element>, scheduler: SerialDispatchQueueScheduler) {
    self.source = source
    self.scheduler = scheduler
    target = DeliveryTarget(scheduler.queue)
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let pump = QueuePump(target: target, runsInline: scheduler.runsInline)
    let sink = ObserveOnSink(pump: pump, observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}

/// The observable behind subscriptions whose closures are bound to an actor: the main queue, or the actor's executor.
final class ObserveOnTarget<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let target: DeliveryTarget

  init(source: Observable<Element>, target: DeliveryTarget) {
    self.source = source
    self.target = target
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = ObserveOnSink(pump: QueuePump(target: target), observer: observer, cancel: cancel)
    return (sink, source.subscribe(erased: sink))
  }
}

/// The observable behind `observe(on:)` for all other schedulers.
private final class ObserveOn<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let scheduler: any ImmediateSchedulerType

  init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
    self.source = source
    self.scheduler = scheduler
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let scheduled = SerialDisposable()
    let pump = QueuePump(
      target: .custom { [scheduler] work in
        let turn = SingleAssignmentDisposable()
        scheduled.disposable = turn
        turn.setDisposable(
          scheduler.schedule(()) { _ in
            work()
            return Disposables.create()
          })
      })
    let sink = ObserveOnSink(pump: pump, observer: observer, cancel: cancel)
    return (sink, Disposables.create(source.subscribe(erased: sink), scheduled))
  }
}
