internal import DeliveryCore

/// The observable of `observe(on:)` for a serial queue, such as the main queue: holds the source and the queue.
final class ObserveOnSerialDispatchQueue<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let queue: DeliveryTarget
  private let runsInline: Bool

  /// - Parameters:
  ///   - queue: a queue with a mailbox.
  ///   - runsInline: whether an event that is emitted on the queue may be emitted again at once, while none waits.
  init(source: Observable<Element>, queue: DeliveryTarget, runsInline: Bool) {
    self.source = source
    self.queue = queue
    self.runsInline = runsInline
  }

  override func run(_ observer: ObserverBase<Element>) -> any Upstream {
    source.run(
      ObserveOnSerialDispatchQueueSink(queue: queue, runsInline: runsInline, observer: observer), for: observer)
  }
}

/// Emits each event again on the queue, in one order with everything that is delivered there: the queue's mailbox keeps
/// that order. (The pump is in DeliveryCore/Receiver.swift, the mailbox in DeliveryCore/DeliveryTarget.swift.)
///
///     source ──onNext──▶ sink ──send──▶ pump ──▶ mailbox of the queue
///                         ▲                             ┊ a turn on the queue
///     observer ◀──────────┴─────────forwardNext◀┄┄┄┄┄┄┄┄┘
final class ObserveOnSerialDispatchQueueSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let pump: QueuePump<ObserveOnSerialDispatchQueueSink, Element>

  init(queue: DeliveryTarget, runsInline: Bool, observer: ObserverBase<Element>) {
    pump = QueuePump(target: queue, runsInline: runsInline) { $0.forwardNext($1) }
    super.init(observer: observer)
  }

  override func onNext(_ element: Element) { pump.send(element, for: self) }

  override func onError(_ error: any Error) { pump.send(for: self) { $0.forwardError(error) } }

  override func onCompleted() { pump.send(for: self) { $0.forwardCompleted() } }
}
