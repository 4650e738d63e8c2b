public import Dispatch
public import RxCore
import Synchronization

/// A subscriber in a scenario. The events that it receives are recorded, and may trigger reactions.
public final class ScenarioSubscriber<Value: Equatable & Sendable>: Sendable {
  /// The name in the scenario.
  public let name: String

  /// The queue on which the subscriber receives events, if any.
  ///
  /// This is a serial queue that targets the scenario's queue, so that even a concurrent queue delivers one event at a
  /// time. The main queue, and a queue that the contender names too, are used directly.
  public let queue: DispatchQueue?

  /// The number of emitting steps taken before the subscription.
  let registeredAt: Int

  private let record: @Sendable (_ event: Event<Value>, _ subscriber: ScenarioSubscriber, _ isFirst: Bool) -> Void
  private let hasReceived = Atomic<Bool>(false)

  init<Input>(_ name: String, queue: DispatchQueue?, registeredAt: Int, run: ScenarioRun<Input, Value>) {
    self.name = name
    self.queue = queue
    self.registeredAt = registeredAt
    record = { [weak run] event, subscriber, isFirst in run?.record(event, of: subscriber, isFirst: isFirst) }
  }

  /// Delivers an event to the subscriber. The contender calls this method where it calls its observers.
  public func receive(_ event: Event<Value>) {
    record(event, self, !hasReceived.exchange(true, ordering: .relaxed))
  }
}
