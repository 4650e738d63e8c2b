public import Dispatch
public import RxCore
import Synchronization

/// A subscriber in a scenario. The events that it receives are recorded, and may make it take steps of its own.
public final class ScenarioSubscriber<Value: Equatable & Sendable>: Sendable {
  /// The name by which the scenario calls it.
  public let name: String

  /// The queue on which it wants to receive events, if any.
  ///
  /// It is a serial queue that targets the one in the scenario: deliveries on a concurrent queue come one at a time, so
  /// that each run records the same.
  public let queue: DispatchQueue?

  /// How often the source had been made to emit when it subscribed.
  let registeredAt: Int

  private let record: @Sendable (_ event: Event<Value>, _ subscriber: ScenarioSubscriber, _ isFirst: Bool) -> Void
  private let hasReceived = Atomic<Bool>(false)

  init<Input>(_ name: String, queue: DispatchQueue?, registeredAt: Int, run: ScenarioRun<Input, Value>) {
    self.name = name
    self.queue = queue
    self.registeredAt = registeredAt
    record = { [weak run] event, subscriber, isFirst in run?.record(event, of: subscriber, isFirst: isFirst) }
  }

  /// Delivers an event to it. The contender calls this wherever it calls its observers.
  public func receive(_ event: Event<Value>) {
    record(event, self, !hasReceived.exchange(true, ordering: .relaxed))
  }
}
