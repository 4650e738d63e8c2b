import DeliveryCore
import Synchronization

/// The part of a ``BindableStore`` that does not depend on the value type.
class AnyBindableStore: Receiver, @unchecked Sendable {
  /// The observers, in order of registration. Guarded by the lock. Removed ones are released after unlocking, because
  /// releasing them may run user code.
  @exclusivity(unchecked) final var audience = Audience()
  /// The number of observers at which a registration next looks for deallocated owners. Guarded by the lock.
  @exclusivity(unchecked) private final var sweepCount = 0
  /// The identity of the thread that runs the body of `modify`, or zero.
  fileprivate final let modifyingThread = Atomic<UInt>(0)

  /// The Bindable's type, for messages. Overridden.
  fileprivate var name: String { "Bindable" }

  /// Registers an observation that is not interested in the value. Overridden.
  func observe(_ options: ObservationOptions, changes call: @escaping () -> Void) -> AnyObservation {
    fatalError("\(Self.self) does not override observe(_:changes:).")
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
    stopIfModifying()
    delivery.lock.lock()
  }

  @inline(__always)
  final func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { delivery.lock.unlock() }
    return try body()
  }

  fileprivate final func stopIfModifying() {
    guard modifyingThread.load(ordering: .relaxed) == CurrentThread.identity else { return }
    fatalError(
      "\(name) was used inside the body of its own modify(_:), which holds the lock. "
        + "In the body, use the inout argument, and set other Bindables after modify(_:) has returned.")
  }

  // MARK: Observers

  /// Unregisters an observation that is marked as removed.
  final func remove(_ observation: AnyObservation) {
    locked { audience.observers.remove(observation) }
  }

  /// Ends the owner's observations, except those that end with a token or a binding.
  final func removeObservations(of owner: AnyObject) {
    let address = ObservationOptions.address(of: owner)
    let removed = removeObservations { $0.options.isRemovable && $0.options.owner == address }
    for observation in removed { observation.combination?.leaveRoots() }
  }

  /// Ends the observations that satisfy `condition`, and returns them.
  @discardableResult
  final func removeObservations(where condition: (AnyObservation) -> Bool) -> [AnyObservation] {
    locked { takeObservations(where: condition) }
  }

  /// Called under the lock.
  private final func takeObservations(where condition: (AnyObservation) -> Bool) -> [AnyObservation] {
    var taken: [AnyObservation] = []
    audience.observers.snapshot.forEachEntry(as: AnyObservation.self) { if condition($0) { taken.append($0) } }
    for observation in taken where observation.markRemoved() {
      observation.takeStore()
      audience.observers.remove(observation)
    }
    return taken
  }

  /// Called under the lock at each registration: removes and returns the observers whose owners have been deallocated.
  /// Looks for them while there are few observers, and later each time their number has doubled. So dead ones do not
  /// accumulate, and a registration's cost does not grow with the number of observers.
  fileprivate final func sweep() -> [AnyObservation] {
    sweepCount = min(sweepCount, 4 * audience.observers.count)  // There may have been more.
    guard audience.observers.count <= 8 || audience.observers.count >= sweepCount else { return [] }
    let dead = takeObservations { !$0.options.isOwnerAlive }
    sweepCount = 2 * audience.observers.count
    return dead
  }

  /// Sends `mark` to each current observer, after all values set before this call.
  final func pass(_ mark: DeliveryMark) {
    var observers: ObserverList.Snapshot = []
    var mustStart = false
    let wasIdle = locked {
      observers = audience.observers.snapshot
      if isIdle { return true }  // Nothing is pending: do not wait for the target.
      mustStart = append(job: { [observers] in Self.pass(mark, to: observers) }, isHere: false, for: self)
      return false
    }
    if wasIdle { Self.pass(mark, to: observers) } else if mustStart { start(isHere: false, for: self) }
  }

  private static func pass(_ mark: DeliveryMark, to observers: ObserverList.Snapshot) {
    observers.forEachEntry(as: AnyObservation.self) { $0.pass(mark) }
  }
}

/// The storage of a ``Bindable``: the value, its observers, and the delivery of changes.
///
/// Scheduled deliveries retain the store, not the Bindable, so they do not delay the Bindable's deallocation.
final class BindableStore<Value: Sendable>: AnyBindableStore, Source, @unchecked Sendable {
  // Guarded by the lock.
  @exclusivity(unchecked) private var current: Value
  @exclusivity(unchecked) private var deallocationActions: [Int: () -> Void] = [:]
  @exclusivity(unchecked) private var lastActionKey = 0

  init(_ value: Value, target: DeliveryTarget?) {
    current = value
    super.init(target: target)
  }

  override var name: String { "Bindable<\(Value.self)>" }

  // MARK: The value

  var value: Value { locked { current } }

  var stamped: (value: Value, stamp: Stamp) { locked { (current, audience.stamp) } }

  var roots: [AnyBindableStore] { [self] }

  /// Called under the lock.
  func capture(_ moment: Moment) -> () -> Value { { [current] in current } }

  /// Sets the value. Returns `false` if the change arrives through a binding, and the value already has it or a newer
  /// one.
  ///
  /// - Parameter arriving: the stamp of a change that arrives through a binding, if it has one.
  @discardableResult
  func set(_ newValue: Value, from arriving: Stamp = .none) -> Bool {
    // In unspecialised generic code, each type built from `Value`, such as `Value?`, costs a metadata look-up, so this
    // method uses only `Value` itself.
    let isHere = isHere
    var replaced = newValue  // Released after unlocking.
    var change = Change.none
    var isAccepted = true
    let step = locked {
      isAccepted = audience.accept(arriving)
      if !isAccepted { return Step.none }
      swap(&current, &replaced)
      return place(newValue, &change, isHere: isHere)
    }
    perform(step, newValue, change, isHere: isHere)
    withExtendedLifetime(replaced) {}
    return isAccepted
  }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    let isHere = isHere
    lock()
    modifyingThread.store(CurrentThread.identity, ordering: .relaxed)
    do {
      let result = try body(&current)
      endModification(isHere: isHere)
      return result
    } catch {
      endModification(isHere: isHere)
      throw error
    }
  }

  /// Numbers the change that the body of `modify` made, unlocks, and delivers the change.
  private func endModification(isHere: Bool) {
    modifyingThread.store(0, ordering: .relaxed)
    audience.beginOwnChange()
    var change = Change.none
    let step = place(current, &change, isHere: isHere)
    if case .none = step {
      delivery.lock.unlock()
    } else {
      let changed = current
      delivery.lock.unlock()
      perform(step, changed, change, isHere: isHere)
    }
  }

  // MARK: Delivery

  /// The action to take after unlocking.
  private enum Step {
    case none
    /// Deliver the change on this thread, which has become the delivering thread.
    case deliver(ObserverList.Snapshot, Mailbox.Entrance)
    /// Start the delivery of what waits.
    case start
  }

  /// Numbers the change and chooses how to deliver it. Called under the lock.
  private func place(_ value: Value, _ change: inout Change, isHere: Bool) -> Step {
    change.number = audience.nextNumber()
    if audience.observers.isEmpty { return .none }
    change.stamp = audience.stamp
    if isHere, let entrance = enter() { return .deliver(audience.observers.snapshot, entrance) }
    return append(value, change, isHere: isHere, for: self) ? .start : .none
  }

  private func perform(_ step: Step, _ value: Value, _ change: Change, isHere: Bool) {
    switch step {
    case .none: break
    case .deliver(let observers, let entrance):
      notify(observers, value, change)
      leave(entrance, for: self)
    case .start: start(isHere: isHere, for: self)
    }
  }

  override func deliver(_ turn: inout Turn, for owner: AnyObject) {
    // One that registers later must not receive these changes: their numbers are not greater than its `registeredAt`.
    let observers = locked { audience.observers.snapshot }
    while let entry = turn.next() { notify(observers, entry.take(), entry.change) }
  }

  /// Calls each observer, and removes those whose owners have been deallocated.
  private func notify(_ observers: ObserverList.Snapshot, _ value: Value, _ change: Change) {
    var hasDead = false
    observers.forEachEntry(as: Observation<Value>.self) { if !$0.offer(value, change) { hasDead = true } }
    if hasDead { removeObservations { !$0.options.isOwnerAlive } }
  }

  // MARK: Observations

  /// Registers an observation and, in the same step, schedules its replay ahead of all later values.
  @discardableResult
  func observe(_ options: ObservationOptions, _ call: Call<Value>) -> AnyObservation {
    let observation = Observation(options, in: self, call)
    let isHere = isHere
    var dead: [AnyObservation] = []  // Released after unlocking.
    var entrance: Mailbox.Entrance?
    var mustStart = false
    let (value, stamp) = locked {
      dead = sweep()
      audience.register(observation)
      let (value, stamp) = (current, audience.stamp)
      if options.replay {
        if isHere { entrance = enter() }
        if entrance == nil {
          mustStart = append(job: { observation.replay(value, stamp) }, isHere: isHere, for: self)
        }
      }
      return (value, stamp)
    }
    withExtendedLifetime(dead) {}
    if let entrance {
      observation.replay(value, stamp)
      leave(entrance, for: self)
    } else if mustStart {
      start(isHere: isHere, for: self)
    }
    return observation
  }

  override func observe(_ options: ObservationOptions, changes call: @escaping () -> Void) -> AnyObservation {
    observe(options, .block { _ in call() })
  }

  /// Gives the value a stamp, so that another value can be bound to it.
  func becomeStamped() {
    locked { audience.becomeStamped() }
  }

  // MARK: The end

  /// Calls `action` when the Bindable is deallocated. The returned closure removes the action.
  func whenDeallocated(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    let key = locked {
      lastActionKey += 1
      deallocationActions[lastActionKey] = action
      return lastActionKey
    }
    return { [weak self] in
      guard let self else { return }
      let last = locked { self.deallocationActions.removeValue(forKey: key) }
      withExtendedLifetime(last) {}
    }
  }

  /// Ends all observations after the pending values have been delivered. Called when the Bindable is deallocated.
  func end() {
    var (endsHere, mustStart) = (false, false)
    let actions = locked {
      // If no observer wants to be told, nothing has to run on the target.
      var tellsObservers = false
      audience.observers.snapshot.forEachEntry(as: AnyObservation.self) {
        if $0.awaitsEnd { tellsObservers = true }
      }
      endsHere = hasTarget ? isIdle && !tellsObservers : delivery.enterLocked()
      if !endsHere { mustStart = append(job: { [self] in finish() }, isHere: false, for: self) }
      return deallocationActions
    }
    for action in actions.values { action() }
    if endsHere {
      finish()
      if !hasTarget { leave(.outermost, for: self) }
    } else if mustStart {
      start(isHere: false, for: self)
    }
  }

  private func finish() {
    let all = locked { audience.observers.removeAll() }
    all.forEachEntry(as: AnyObservation.self) { observation in
      observation.didEnd()
      observation.takeStore()
    }
  }
}
