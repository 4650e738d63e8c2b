internal import DeliveryCore

extension ObservableType {
  /// Delivers the source's events on `scheduler`, in order.
  ///
  /// ```swift
  /// Observable.of(1, 2)
  ///   .do(onNext: { x in print("\(x) above") })
  ///   .observe(on: scheduler)
  ///   .do(onNext: { x in print("\(x) below") }, onSubscribed: { print("subscribed") })
  /// ```
  /// ```
  /// subscribed
  /// 1 above
  /// 2 above
  /// 1 below
  /// 2 below
  /// observe(on:)  (12|)
  /// ```
  ///
  /// The chain above the operator is not affected; the chain below it runs on the scheduler.
  ///
  /// On a serial queue's scheduler, events of all chains, scheduled work and changes of Bindables keep the order in
  /// which they were emitted, scheduled and set. A burst shares one work item, and a long burst yields to the queue's
  /// other work. On a concurrent queue, each chain keeps its own order; on any other scheduler, each event is scheduled
  /// separately. On ``MainScheduler``, events emitted on the main queue while none of this chain are pending are
  /// delivered inline. A call of `dispose()` on a serial scheduler's queue takes effect immediately: once it has returned,
  /// nothing more is delivered.
  ///
  /// Semantics: ReactiveX, ObserveOn.
  @preconcurrency
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    if let queued = scheduler as? DispatchQueueScheduler {
      return observed(on: queued.target, runsInline: queued.runsInline)
    }
    return ObserveOn(source: asObservable(), scheduler: scheduler)
  }

  /// Delivers the source's events on a target: a queue, the main queue or an actor's executor.
  func observed(on target: DeliveryTarget, runsInline: Bool = true) -> Observable<Element> {
    if target.mailbox != nil {
      return ObserveOnSerialDispatchQueue(source: asObservable(), queue: target, runsInline: runsInline)
    }
    return ObserveOn(source: asObservable(), target: target)
  }
}

/// The observable of `observe(on:)` for everything but a serial queue: another scheduler, a concurrent queue, or an actor.
final class ObserveOn<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let makeSink: (ObserverBase<Element>) -> ObserveOnSink<Element>

  init(source: Observable<Element>, target: DeliveryTarget) {
    self.source = source
    makeSink = { ObserveOnSink(target: target, observer: $0) }
  }

  init(source: Observable<Element>, scheduler: any ImmediateSchedulerType) {
    self.source = source
    makeSink = { observer in
      let scheduled = SerialDisposable()
      let target = DeliveryTarget.scheduler { work in
        let turn = SingleAssignmentDisposable()
        scheduled.disposable = turn
        turn.setDisposable(scheduler.schedule(work))
      }
      return ObserveOnSink(target: target, scheduled: scheduled, observer: observer)
    }
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream { source.run(makeSink(observer), for: observer) }
}

/// Emits each event again on the target, in the order of this chain alone.
final class ObserveOnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let pump: QueuePump<ObserveOnSink, Element>
  /// The scheduled work, if it can be cancelled.
  private let scheduled: SerialDisposable?

  init(target: DeliveryTarget, scheduled: SerialDisposable? = nil, observer: ObserverBase<Element>) {
    self.scheduled = scheduled
    pump = QueuePump(target: target, runsInline: false) { $0.forwardNext($1) }
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) { pump.send(element, for: self) }

  override func onError(_ error: any Error) { pump.send(for: self) { $0.forwardError(error) } }

  override func onCompleted() { pump.send(for: self) { $0.forwardCompleted() } }

  override func addResources(to rest: inout [any Upstream]) {
    if let scheduled { rest.append(scheduled) }
  }
}
