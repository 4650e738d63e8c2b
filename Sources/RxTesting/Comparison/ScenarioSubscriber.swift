public import Dispatch
public import RxCore
import Synchronization

/// Somebody who follows a value in a scenario. What it is told is recorded, and may make it take steps of its own.
public final class ScenarioSubscriber<Value: Equatable & Sendable>: Sendable {
  /// The name by which the scenario calls it.
  public let name: String

  /// The queue on which it asks to be told, if any.
  public let queue: DispatchQueue?

  /// How often the source had been made to send something when it subscribed.
  let registeredAt: Int

  private weak let run: ScenarioRun<Value>?
  private let isTold = Atomic<Bool>(false)

  init(_ name: String, queue: DispatchQueue?, registeredAt: Int, run: ScenarioRun<Value>) {
    self.name = name
    self.queue = queue
    self.registeredAt = registeredAt
    self.run = run
  }

  /// Tells it of an event: called by the contender, on whatever thread it tells its observers.
  public func receive(_ event: Event<Value>) {
    run?.record(event, of: self, isFirst: !isTold.exchange(true, ordering: .relaxed))
  }
}
