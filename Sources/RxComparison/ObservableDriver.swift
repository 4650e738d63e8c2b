import Dispatch
import Observation
import RxCore

/// A value in an `@Observable` model, as views use it.
@Observable final class ObservableModel<Value: Equatable & Sendable>: @unchecked Sendable {  // Used on the main queue.
  /// The number of changes. Setting an equal value is not a change for `@Observable`.
  @ObservationIgnored private(set) var changes = 0
  private(set) var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func set(_ newValue: Value) {
    if newValue != value { changes += 1 }
    value = newValue
  }
}

/// Drives a property of an `@Observable` model. Setting, reading and subscribing are refused off the main queue.
class ObservableDriver<Value: Equatable & Sendable>: ContenderDriver, @unchecked Sendable {
  private let source: Releasable<ObservableModel<Value>>

  init(_ initial: Value) {
    source = Releasable(ObservableModel(initial))
  }

  func set(_ value: Value) throws {
    let model = try source.get()
    try onMain { model.set(value) }
  }

  func read() throws -> Value {
    let model = try source.get()
    return try onMain { model.value }
  }

  final func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) throws {
    let model = try source.get()
    try onMain { subscribe(subscriber, to: model, owner: owner) }
  }

  /// Delivers the values of `model`, which the subscription keeps alive.
  @MainActor func subscribe(
    _ subscriber: ScenarioSubscriber<Value>, to model: ObservableModel<Value>, owner: ScenarioOwner
  ) {}

  func complete() throws { throw UnsupportedStep("a model has no terminal events") }

  func fail(_ error: any Error) throws { throw UnsupportedStep("a model has no terminal events") }

  func releaseSource() throws { try source.release() }

  func settle() async {}

  private func onMain<Result: Sendable>(_ body: @MainActor () throws -> Result) throws -> Result {
    guard QueueIdentity.current == .main else { throw UnsupportedStep("the model belongs to the main actor") }
    return try MainActor.assumeIsolated(body)
  }
}

/// Reads the model with `withObservationTracking`, and again in a later job on the main queue after each change.
final class TrackingDriver<Value: Equatable & Sendable>: ObservableDriver<Value>, SettledDriver, @unchecked Sendable {
  override func subscribe(
    _ subscriber: ScenarioSubscriber<Value>, to model: ObservableModel<Value>, owner: ScenarioOwner
  ) {
    let subscription = BooleanDisposable()
    owner.keep(subscription)
    track(model, for: subscriber, until: subscription)
  }

  @MainActor private func track(
    _ model: ObservableModel<Value>, for subscriber: ScenarioSubscriber<Value>, until end: BooleanDisposable
  ) {
    if end.isDisposed { return }
    let value = withObservationTracking {
      model.value
    } onChange: { [weak self] in
      DispatchQueue.main.async { self?.track(model, for: subscriber, until: end) }
    }
    subscriber.receive(value, until: end)
  }
}

/// Reads the model with `Observations`.
final class ObservationsDriver<Value: Equatable & Sendable>: ObservableDriver<Value>, @unchecked Sendable {
  private struct Sample: Sendable {
    let value: Value
    let changes: Int
  }

  /// For each subscriber, by name: the model, and the number of the last change that the subscriber has received.
  @MainActor private var received: [String: (model: ObservableModel<Value>, changes: Int)] = [:]

  override func subscribe(
    _ subscriber: ScenarioSubscriber<Value>, to model: ObservableModel<Value>, owner: ScenarioOwner
  ) {
    let end = BooleanDisposable()
    let name = subscriber.name
    received[name] = (model, -1)
    let task = Task { @MainActor in
      for await sample in Observations({ Sample(value: model.value, changes: model.changes) }) {
        if end.isDisposed { break }
        subscriber.receive(sample.value, until: end)
        received[name] = (model, sample.changes)
      }
      received[name] = nil
    }
    owner.keep(
      Disposables.create {
        end.dispose()
        task.cancel()
      })
  }

  /// Waits until all subscribers have received the last change, or gives up after many attempts, so that a lost change
  /// does not hang a test.
  override func settle() async {
    for _ in 0..<100_000 {
      if await isSettled() { return }
      await Task.yield()
    }
  }

  @MainActor private func isSettled() -> Bool {
    received.values.allSatisfy { $0.changes == $0.model.changes }
  }
}

extension ScenarioSubscriber {
  /// Delivers a value, on the subscriber's queue if it has one, unless `end` is disposed before the value arrives
  /// there.
  fileprivate func receive(_ value: Value, until end: BooleanDisposable) {
    guard let queue else { return receive(.next(value)) }
    queue.async { [self] in if !end.isDisposed { receive(.next(value)) } }
  }
}
