import DeliveryCore

/// One observation of a value. Subclasses define what is called.
///
/// A single class with one closure for all kinds would cost 12% more instructions per observer and value.
class Observation<Value: Sendable>: OwnedEntry, @unchecked Sendable {
  /// Delivers a change made after the registration. Returns `false` if the owner has been deallocated.
  final func offer(_ value: Value, _ change: Change) -> Bool {
    if isRemoved || registeredAt >= change.number { return true }
    guard isOwnerAlive else { return false }
    receive(value, change)
    return true
  }

  /// Delivers the value at registration.
  final func replay(_ value: Value, _ stamp: Stamp) {
    if isLive { receive(value, Change(number: registeredAt, stamp: stamp, isReplay: true)) }
  }

  func receive(_ value: Value, _ change: Change) {}

  /// Whether ``receiveInitialValue(_:)`` does anything.
  var needsInitialValue: Bool { false }

  /// Receives the value at registration, before any change. Called under the lock, except for a derived value.
  func receiveInitialValue(_ value: Value) {}

  /// Whether ``end()`` does anything.
  var wantsEnd: Bool { false }

  /// Called after the Bindable has been deallocated and all values have been delivered.
  func end() {}

  /// Enqueues `mark` after the values pending in this observation.
  func pass(_ mark: DeliveryMark) {}
}

/// Calls a closure with each value.
final class ValueObservation<Value: Sendable>: Observation<Value>, @unchecked Sendable {
  private let block: (Value) -> Void

  init(owner: AnyObject?, block: @escaping (Value) -> Void) {
    self.block = block
    super.init(owner: owner)
  }

  override func receive(_ value: Value, _ change: Change) { block(value) }
}

/// Calls a closure with the last received value and the new one; with `distinct`, only if they differ.
final class ChangesObservation<Value: Sendable>: Observation<Value>, @unchecked Sendable {
  private let distinct: DuplicateFilter<Value>?
  private let block: (_ old: Value, _ new: Value) -> Void
  /// Written at registration under the lock, and later by the delivering thread.
  @exclusivity(unchecked) private var last: Box<Value>?

  init(owner: AnyObject?, distinct: DuplicateFilter<Value>?, block: @escaping (_ old: Value, _ new: Value) -> Void) {
    self.distinct = distinct
    self.block = block
    super.init(owner: owner)
  }

  override var needsInitialValue: Bool { true }
  override func receiveInitialValue(_ value: Value) { last = Box(value) }

  override func receive(_ value: Value, _ change: Change) {
    guard let last, !change.isReplay else {
      receiveInitialValue(value)
      return block(value, value)
    }
    let old = last.value
    // The comparison may have ended the observation.
    if let distinct, distinct.isSame(old, value) || !isLive { return }
    last.value = value
    block(old, value)
  }
}

/// For bindings, sequences and bridges. Calls one closure with each value and its change, and another one after the
/// Bindable has been deallocated.
final class LinkObservation<Value: Sendable>: Observation<Value>, @unchecked Sendable {
  private let ended: () -> Void
  private let block: (Value, Change) -> Void

  init(owner: AnyObject?, ended: @escaping () -> Void = {}, block: @escaping (Value, Change) -> Void) {
    self.ended = ended
    self.block = block
    super.init(owner: owner)
  }

  override func receive(_ value: Value, _ change: Change) { block(value, change) }
  override var wantsEnd: Bool { true }
  override func end() { ended() }
}

/// Forwards to another observation, and is removed together with it.
class ForwardingObservation<Value: Sendable>: Observation<Value>, @unchecked Sendable {
  init(_ options: ObservationOptions) {
    super.init(owner: options.owner)
  }

  /// The observation to which this one forwards. Overridden.
  var target: OwnedEntry { fatalError("\(Self.self) does not override target.") }

  final override func markRemoved() -> Bool {
    _ = target.markRemoved()
    return super.markRemoved()
  }
}

/// Forwards values to another observation, on a target of its own.
final class QueuedObservation<Value: Sendable>: ForwardingObservation<Value>, @unchecked Sendable {
  private let inner: Observation<Value>
  private let policy: DeliveryPolicy
  private let pump: QueuePump<QueuedObservation, Value>
  private let lock = Lock()
  /// With the policy `.latest`: the pending value. Guarded by the lock.
  @exclusivity(unchecked) private var waiting: Waiting?

  /// A value with its change, as an object: see `Box`.
  private final class Waiting {
    @exclusivity(unchecked) var value: Value
    @exclusivity(unchecked) var change: Change

    init(_ value: Value, _ change: Change) {
      self.value = value
      self.change = change
    }
  }

  init(_ inner: Observation<Value>, _ options: ObservationOptions, target: DeliveryTarget, policy: DeliveryPolicy) {
    self.inner = inner
    self.policy = policy
    pump = QueuePump(target: target) { $0.deliver($1, Change(number: 0)) }
    super.init(options)
  }

  override var target: OwnedEntry { inner }

  override func receive(_ value: Value, _ change: Change) {
    if policy == .latest {
      replaceWaiting(value, change)
    } else if change.isReplay {
      pump.send(for: self) { $0.deliver(value, change) }
    } else {
      pump.send(value, for: self)
    }
  }

  private func deliver(_ value: Value, _ change: Change) {
    if inner.isLive { inner.receive(value, change) }
  }

  private func replaceWaiting(_ value: Value, _ change: Change) {
    var replaced = value  // Released after unlocking.
    let isFirst = lock.withLock {
      guard let waiting else {
        waiting = Waiting(value, change)
        return true
      }
      replaced = waiting.value
      waiting.value = value
      // If the pending value is the replay, the newer value is delivered as the replay.
      let isReplay = waiting.change.isReplay
      waiting.change = change
      waiting.change.isReplay = isReplay
      return false
    }
    withExtendedLifetime(replaced) {}
    if isFirst { pump.send(for: self) { $0.deliverWaiting() } }
  }

  private func deliverWaiting() {
    let taken = lock.withLock {
      let taken = waiting
      waiting = nil
      return taken
    }
    if let taken { deliver(taken.value, taken.change) }
  }

  override var needsInitialValue: Bool { inner.needsInitialValue }
  override func receiveInitialValue(_ value: Value) { inner.receiveInitialValue(value) }
  override var wantsEnd: Bool { inner.wantsEnd }
  override func end() { pump.send(for: self) { $0.inner.end() } }

  override func pass(_ mark: DeliveryMark) {
    if isLive, !pump.isIdle { pump.send(for: self) { _ in withExtendedLifetime(mark) {} } }
  }
}
