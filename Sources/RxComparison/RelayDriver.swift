import RxCore

/// Drives a relay and its observable. Owners keep the subscriptions.
final class RelayDriver<Relay: AnyObject & Sendable, Value: Equatable & Sendable>: SettledDriver {
  private let source: Releasable<Relay>
  private let accept: @Sendable (Relay, Value) -> Void
  private let value: @Sendable (Relay) throws -> Value
  private let addSubscriber: @Sendable (ScenarioSubscriber<Value>, ScenarioOwner) throws -> Void

  /// - Parameters:
  ///   - relay: the relay to set.
  ///   - accept: makes the relay emit a value.
  ///   - value: reads the current value.
  ///   - subscribe: subscribes to an observable, which must not keep the relay alive.
  init(
    _ relay: Relay, accept: @escaping @Sendable (Relay, Value) -> Void,
    value: @escaping @Sendable (Relay) throws -> Value,
    subscribe: @escaping @Sendable (ScenarioSubscriber<Value>, ScenarioOwner) throws -> Void
  ) {
    source = Releasable(relay)
    self.accept = accept
    self.value = value
    addSubscriber = subscribe
  }

  func set(_ value: Value) throws { accept(try source.get(), value) }

  func subscribe(_ subscriber: ScenarioSubscriber<Value>, owner: ScenarioOwner) throws {
    try addSubscriber(subscriber, owner)
  }

  func complete() throws { throw UnsupportedStep("a relay has no terminal events") }

  func fail(_ error: any Error) throws { throw UnsupportedStep("a relay has no terminal events") }

  func releaseSource() throws { try source.release() }

  func read() throws -> Value { try value(try source.get()) }
}

extension SharedSequence where SharingStrategy == DriverSharingStrategy, Element: Equatable & Sendable {
  /// Delivers the events to `subscriber` until `owner` is deallocated.
  ///
  /// A subscriber without a queue uses `drive`, which is refused off the main queue.
  func subscribe(_ subscriber: ScenarioSubscriber<Element>, owner: ScenarioOwner) throws {
    if subscriber.queue != nil { return asObservable().subscribe(subscriber, owner: owner) }
    guard QueueIdentity.current == .main else {
      throw UnsupportedStep("a Driver is driven on the main queue only")
    }
    owner.keep(
      drive(
        with: owner, onNext: { _, value in subscriber.receive(.next(value)) },
        onCompleted: { _ in subscriber.receive(.completed) }))
  }
}
