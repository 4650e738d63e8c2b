internal import DeliveryCore

extension ObservableType {
  /// Emits the same events, in order, on `scheduler`.
  ///
  /// On a scheduler of a dispatch queue a burst of events takes one turn of the queue, and a long one lets the queue's other
  /// work go first in between. On any other scheduler each event takes a turn. On ``MainScheduler``, events that the source
  /// emits on the main queue while nothing waits there are passed on at once. After disposal on the scheduler nothing more
  /// is emitted.
  ///
  /// Semantics: ReactiveX, ObserveOn.
  @preconcurrency
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
    if let serial = scheduler as? SerialDispatchQueueScheduler {
      return observed(on: DeliveryTarget(serial.queue), runsInline: serial.runsInline)
    }
    if let concurrent = scheduler as? ConcurrentDispatchQueueScheduler {
      return observed(on: DeliveryTarget(concurrent.queue), runsInline: false)
    }
    return Operator(asObservable()) {
      let scheduled = SerialDisposable()
      let target = DeliveryTarget.scheduler { work in
        let turn = SingleAssignmentDisposable()
        scheduled.disposable = turn
        turn.setDisposable(
          scheduler.schedule(()) { _ in
            work()
            return Disposables.create()
          })
      }
      return ObserveOnSink(target: target, runsInline: false, scheduled: scheduled, observer: $0)
    }
  }
}

/// Passes events on through a pump.
private final class ObserveOnSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let pump: QueuePump<ObserveOnSink, Element>
  /// The turn that is scheduled, if it can be cancelled.
  private let scheduled: SerialDisposable?

  init(
    target: DeliveryTarget, runsInline: Bool, scheduled: SerialDisposable? = nil, observer: ObserverBase<Element>
  ) {
    self.scheduled = scheduled
    pump = QueuePump(target: target, runsInline: runsInline) { $0.forwardNext($1) }
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) {
    pump.send(element, for: self)
  }

  override func disposeSources() {
    super.disposeSources()
    scheduled?.dispose()
  }

  override func onError(_ error: any Error) {
    pump.send(for: self) { $0.forwardError(error) }
  }

  override func onCompleted() {
    pump.send(for: self) { $0.forwardCompleted() }
  }
}

extension ObservableType {
  /// The same events, delivered on a target: a queue, the main queue, or the executor of an actor.
  func observed(on target: DeliveryTarget, runsInline: Bool = true) -> Observable<Element> {
    Operator(asObservable()) { ObserveOnSink(target: target, runsInline: runsInline, observer: $0) }
  }
}
