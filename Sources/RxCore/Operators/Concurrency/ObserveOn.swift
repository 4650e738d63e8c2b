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
      return ObserveOnSerialDispatchQueue(source: asObservable(), scheduler: serial)
    }
    if let concurrent = scheduler as? ConcurrentDispatchQueueScheduler {
      return ObserveOnTarget(source: asObservable(), target: DeliveryTarget(concurrent.queue), runsInline: false)
    }
    return ObserveOn(source: asObservable(), scheduler: scheduler)
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

/// Delivers events on a target: a queue, the main queue, or the executor of an actor.
class ObserveOnTarget<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let target: DeliveryTarget
  private let runsInline: Bool

  init(source: Observable<Element>, target: DeliveryTarget, runsInline: Bool = true) {
    self.source = source
    self.target = target
    self.runsInline = runsInline
  }

  final override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    ObserveOnSink(target: target, runsInline: runsInline, observer: observer).subscribed(to: source)
  }
}

/// The observable behind `observe(on:)` for the schedulers of a serial dispatch queue.
final class ObserveOnSerialDispatchQueue<Element>: ObserveOnTarget<Element>, @unchecked Sendable {
  init(source: Observable<Element>, scheduler: SerialDispatchQueueScheduler) {
    super.init(source: source, target: DeliveryTarget(scheduler.queue), runsInline: scheduler.runsInline)
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

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    let scheduled = SerialDisposable()
    let target = DeliveryTarget.scheduler { [scheduler] work in
      let turn = SingleAssignmentDisposable()
      scheduled.disposable = turn
      turn.setDisposable(
        scheduler.schedule(()) { _ in
          work()
          return Disposables.create()
        })
    }
    return ObserveOnSink(target: target, runsInline: false, scheduled: scheduled, observer: observer)
      .subscribed(to: source)
  }
}
