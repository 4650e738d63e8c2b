import DeliveryCore
import Synchronization

/// The part of a ``BindableStore`` that does not depend on the value type.
class AnyBindableStore: Receiver, @unchecked Sendable {
  /// The observers, in order of registration; and the number of changes. Guarded by the lock. Removed ones are released
  /// after unlocking, because releasing them may run user code.
  @exclusivity(unchecked) final var audience = Audience()
  /// The number of registrations until one looks for deallocated owners. Guarded by the lock.
  @exclusivity(unchecked) fileprivate final var sweepIn: Int32 = 0
  /// Whether a replay waits behind the newest waiting value, so that no newer value may replace that. Guarded by the lock.
  @exclusivity(unchecked) fileprivate final var replayFollows = false
  /// The identity of the thread that runs the body of `modify`, or zero.
  fileprivate final let modifyingThread = Atomic<UInt>(0)

  /// The Bindable's type, for messages. Overridden.
  fileprivate var name: String { "Bindable" }

  /// Registers a combination's observation. Overridden.
  func observe(partOf combination: Combination) -> AnyObservation {
    fatalError("\(Self.self) does not override observe(partOf:).")
  }

  // MARK: The lock

  /// Acquires the delivery's lock, which guards the value and the observers. Stops the program if the calling thread
  /// holds the lock already, because it runs the body of `modify`.
  @inline(__always)
  final func lock() {
    if !delivery.lock.tryLock() { waitForLock() }
  }

  @inline(never)
  private final func waitForLock() {
    require(
      modifyingThread.load(ordering: .relaxed) != currentThread,
      "\(name) was used inside the body of its own modify(_:), which holds the lock. "
        + "In the body, use the inout argument, and set other Bindables after modify(_:) has returned.")
    delivery.lock.lock()
  }

  @inline(__always)
  final func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { delivery.lock.unlock() }
    return try body()
  }

  // MARK: Observers

  /// Unregisters an observation. Overridden.
  func remove(_ observation: AnyObservation) {
    locked { audience.remove(observation) }
  }

  /// Ends the observations that satisfy `condition`, of this value and of combinations.
  final func endObservations(where condition: (AnyObservation) -> Bool) {
    var ended: [AnyObservation] = []
    locked { audience.snapshot }.forEachEntry(as: AnyObservation.self) {
      ($0.options.receiver as? AnyBindableStore)?.endObservations(where: condition)
      if condition($0) { ended.append($0) }
    }
    for observation in ended { observation.end() }
  }

  /// Runs `job` where values are delivered, after all that waits.
  private final func enqueue(_ job: @escaping () -> Void) {
    let mustStart = locked { append(for: self, job) }
    if mustStart { start(atOnce: false, for: self) }
  }

  /// Sends `mark` to each current observer, after all values set before this call.
  override final func carry(_ mark: DeliveryMark, for holder: AnyObject) {
    let (observers, isPending) = locked { (audience.snapshot, !isIdle) }
    let sendToAll = { [self] in
      observers.forEachEntry(as: AnyObservation.self) { observation in
        observation.afterReplay(under: delivery.lock, isValue: false) {
          observation.options.receiver?.carry(mark, for: observation)
          mark.pass()
        }
      }
      mark.pass()
    }
    if isPending { enqueue(sendToAll) } else { sendToAll() }
  }

  /// Ends all observations after the pending values have been delivered, where values are delivered if an observer wants
  /// to be told. Called when the Bindable is deallocated: nobody registers any more.
  final func end() {
    let isAwaited = locked { audience.snapshot }.contains { ($0 as? AnyObservation)?.options.ended != nil }
    if isAwaited || !isIdle { enqueue(finish) } else { finish() }
  }

  private final func finish() {
    // Read now: an earlier snapshot would retain observers that have been cancelled since.
    locked { audience.removeAll() }.forEachEntry(as: AnyObservation.self) {
      $0.options.link?.binding?.end()
      if !$0.isRemoved { $0.options.ended?() }
      $0.leaveStore()
    }
  }
}

/// The waiting values, and their changes.
private final class Backlog<Value> {
  let values = Items<Value>()
  let changes = Items<Change>()
}

/// The storage of a ``Bindable``: the value, its observers, and the delivery of changes.
///
/// Scheduled deliveries retain the store, not the Bindable, so they do not delay the Bindable's deallocation.
class BindableStore<Value: Sendable>: AnyBindableStore, Source, @unchecked Sendable {
  @exclusivity(unchecked) private(set) final var current: Value  // Guarded by the lock.
  /// The ``Backlog``.
  private final let backlog = LateObject()

  @inline(__always)  // Otherwise the class's type is looked up twice.
  init(_ value: Value, target: DeliveryTarget?) {
    current = value
    super.init(target: target)
  }

  override final var name: String { "Bindable<\(Value.self)>" }

  // MARK: The value

  final var value: Value { locked { current } }

  final var roots: [AnyBindableStore] { [self] }
  final var derivation: Derivation { .none }

  final func capture() -> () -> Value { { [current] in current } }

  final func set(_ newValue: Value) {
    // Uses `Value`, but no `Value?`: see *Generic code* in the architecture.
    var replaced = newValue  // Released after unlocking.
    lock()
    let change = audience.accept()
    swap(&current, &replaced)
    unlockAndDeliver(change)
    extendLifetime(replaced)
  }

  /// Sets the value to one that arrives through a binding: see ``BindingEnd``.
  final func set(_ newValue: Value, _ change: Change, over binding: BindingEdge) {
    var replaced = newValue  // Released after unlocking.
    let ring = binding.ring
    lock()
    if let change = audience.accept(change, over: binding, ring) {
      if !change.isRenewal { swap(&current, &replaced) }
      unlockAndDeliver(change)
    } else {
      delivery.lock.unlock()
    }
    extendLifetime(replaced)
  }

  /// See ``BindingEnd``.
  final func renew() {
    lock()
    if let change = audience.renew() { unlockAndDeliver(change) } else { delivery.lock.unlock() }
  }

  final func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock()
    modifyingThread.store(currentThread, ordering: .relaxed)
    defer {
      modifyingThread.store(0, ordering: .relaxed)
      unlockAndDeliver(audience.accept())
    }
    return try body(&current)
  }

  /// Unlocks, and delivers the change. Called under the lock.
  @inline(__always)
  final func unlockAndDeliver(_ change: Change) {
    if audience.isEmpty { return delivery.lock.unlock() }
    var value = current
    let route = route { appendItem(for: self) { keep(&value, change) } }
    let observers = if case .now = route { audience.snapshot } else { Audience.Snapshot() }
    delivery.lock.unlock()
    follow(route, for: self) { notify(observers, value, change) }
    extendLifetime(value)
  }

  /// Adds a value to the backlog. Returns `false` if it has replaced the newest waiting one, which no observer needs; `value`
  /// is then the replaced one.
  @inline(never)
  private final func keep(_ value: inout Value, _ change: Change) -> Bool {
    backlog.with(Backlog<Value>()) {
      // A renewal must not replace a change that observers wait for.
      let isNew = !audience.needsOnlyNewest || change.isRenewal || replayFollows || !$0.values.canReplaceLast
      if isNew {
        $0.values.append(value)
        $0.changes.append(change)
      } else {
        $0.values.replaceLast(with: &value)
        var replaced = change
        $0.changes.replaceLast(with: &replaced)
      }
      replayFollows = false
      return isNew
    }
  }

  // MARK: Delivery

  override final func deliver(_ count: inout Int, onlyOne: Bool, _ turn: inout Turn, for holder: AnyObject) {
    backlog.with(Backlog<Value>()) { backlog in
      // The observers are read after the values have been taken: one that registers later ignores these, by their numbers.
      // Until then, a newer value may still replace one that waits, and concern an observer that has registered in between.
      var observers = backlog.values.mustTake ? Audience.Snapshot() : locked { audience.snapshot }
      deliverEach(&count, onlyOne: onlyOne, &turn) { lock in
        if backlog.values.mustTake {
          lock.withLock {
            backlog.values.take()
            backlog.changes.take()
          }
          observers = locked { audience.snapshot }
        }
        notify(observers, backlog.values.removeFirst(), backlog.changes.removeFirst())
      } trim: { lock in
        backlog.values.trim(under: lock)
        backlog.changes.trim(under: lock)
      }
    }
  }

  private final func notify(_ observers: Audience.Snapshot, _ value: Value, _ change: Change) {
    if change.isRenewal { return notifyBindings(observers, value, change) }
    observers.forEachEntry(as: Observation<Value>.self) {
      if $0.receives(change.number) { $0.handle(value, change) } else { notify(late: $0, value, change) }
    }
  }

  /// Delivers a renewal.
  @inline(never)
  private final func notifyBindings(_ observers: Audience.Snapshot, _ value: Value, _ change: Change) {
    observers.forEachEntry(as: Observation<Value>.self) {
      guard $0.options.isBinding else { return }
      if $0.receives(change.number) { $0.handle(value, change) } else { notify(late: $0, value, change) }
    }
  }

  /// Delivers a change to an observation that has registered after the change was made, or whose replay is running.
  @inline(never)
  private final func notify(late observation: Observation<Value>, _ value: Value, _ change: Change) {
    if observation.skips(change.number) { return }
    observation.afterReplay(under: delivery.lock) { observation.handle(value, change) }
  }

  // MARK: Observations

  /// Registers an observation. In the same step, takes the value for its replay, which is delivered before this method
  /// returns or, on the Bindable's queue, ahead of all later values.
  final func observe(
    _ options: ObservationOptions, _ policy: DeliveryPolicy, _ replay: Replay, _ call: Call<Value>
  ) -> AnyObservation {
    let observation = Observation(options, policy, in: self, call)
    let replaysHere = replay == .now || replay == .whereDelivered && isHere
    if replaysHere { deliverWaiting() }
    lock()
    audience.register(observation, replays: replaysHere)
    // Sweeps at each registration among fewer than nine observers, and otherwise once as many have been registered as there
    // were at the last sweep. So dead ones do not accumulate, and a registration's average cost does not grow with their
    // number. (The count is from before the sweep; the next registration corrects it.)
    sweepIn = min(sweepIn - 1, Int32(truncatingIfNeeded: audience.count) - 8)
    let isSweepDue = sweepIn <= 0 && audience.count > 1
    if sweepIn <= 0 { sweepIn = Int32(truncatingIfNeeded: audience.count) }
    let value = current
    let change = audience.replayed
    let isLater = replay == .whereDelivered && !replaysHere
    if isLater { replayFollows = true }
    let mustStart = isLater && append(for: self) { observation.handle(value, change) }
    delivery.lock.unlock()
    if mustStart { start(atOnce: false, for: self) }
    if replaysHere {
      observation.handle(value, change)
      observation.finishReplay(under: delivery.lock)
    }
    if isSweepDue { endObservations { !$0.options.isOwnerAlive } }
    return observation
  }

  override final func observe(partOf combination: Combination) -> AnyObservation {
    observe(.init(.part(combination)), .latest, .none, .block { _ in combination.rootChanged() })
  }
}
