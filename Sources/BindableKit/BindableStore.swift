import DeliveryCore
import Synchronization

/// The storage of a ``Bindable``: the value, its observers, and the delivery of changes.
///
/// Scheduled deliveries retain the store, not the Bindable, so they do not delay the Bindable's deallocation.
final class BindableStore<Value: Sendable>: AnyBindableStore, @unchecked Sendable {
  /// Whether there is a target. Reading the target itself would retain it.
  private let hasTarget: Bool
  /// The identity of the thread that runs the body of `modify`, or zero.
  private let modifyingThread = Atomic<UInt>(0)

  // Guarded by the lock.
  @exclusivity(unchecked) private var current: Value
  @exclusivity(unchecked) private var wantsEnd = false
  @exclusivity(unchecked) private var deallocationActions: [Int: () -> Void] = [:]
  @exclusivity(unchecked) private var lastActionKey = 0

  /// The observers when the pending changes were taken. One that has registered later must not receive these changes,
  /// whose numbers are not greater than its `registeredAt`. Accessed only by the delivering thread.
  @exclusivity(unchecked) private var takenObservers: ObserverList.Snapshot = []

  init(_ value: Value, target: DeliveryTarget?) {
    current = value
    hasTarget = target != nil
    super.init(target: target)
  }

  // MARK: The value

  var value: Value {
    stopIfModifying()
    return delivery.lock.withLock { current }
  }

  var stamped: (value: Value, stamp: Stamp) {
    stopIfModifying()
    return delivery.lock.withLock { (current, audience.stamp) }
  }

  override var version: UInt64 {
    stopIfModifying()
    return delivery.lock.withLock { audience.number }
  }

  override func sample(next: Reading?) -> Reading {
    Sample(of: ObjectIdentifier(self), current, version: audience.number, stamp: audience.stamp, next: next)
  }

  /// Sets the value; `arriving` is the stamp of a change that arrives through a binding, if it has one.
  func set(_ newValue: Value, from arriving: Stamp = .none) {
    stopIfModifying()
    // In unspecialised generic code, each type built from `Value`, such as `Value?`, costs a metadata look-up, so this
    // method uses only `Value` itself.
    let isHere = mayBeHere
    var replaced = newValue  // Released after unlocking.
    var change = Change(number: 0)
    let step = delivery.lock.withLock {
      if !audience.accept(arriving) { return Step.none }
      replaced = current
      current = newValue
      return place(newValue, &change, isHere: isHere)
    }
    perform(step, newValue, change, isHere: isHere)
    withExtendedLifetime(replaced) {}
  }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    stopIfModifying()
    let isHere = mayBeHere
    delivery.lock.lock()
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
    var change = Change(number: 0)
    let step = place(current, &change, isHere: isHere)
    if case .none = step {
      delivery.lock.unlock()
    } else {
      let changed = current
      delivery.lock.unlock()
      perform(step, changed, change, isHere: isHere)
    }
  }

  override func stopIfModifying() {
    if modifyingThread.load(ordering: .relaxed) != 0 { stopIfModifyingHere() }
  }

  @inline(never)
  private func stopIfModifyingHere() {
    guard modifyingThread.load(ordering: .relaxed) == CurrentThread.identity else { return }
    fatalError(
      "Bindable<\(Value.self)> was used inside the body of its own modify(_:), which holds the lock. "
        + "In the body, use the inout argument, and set other Bindables after modify(_:) has returned.")
  }

  // MARK: Delivery

  /// The action to take after unlocking.
  private enum Step {
    case none
    /// Deliver the change on this thread, which has become the delivering thread.
    case deliver(ObserverList.Snapshot, Mailbox.Entry)
    /// Start the delivery of what waits.
    case start
  }

  /// `isHere`, without reading the target if there is none.
  private var mayBeHere: Bool { !hasTarget || isHere }

  /// Numbers the change and chooses how to deliver it. Called under the lock.
  private func place(_ value: Value, _ change: inout Change, isHere: Bool) -> Step {
    change.number = audience.nextNumber()
    if !audience.hasObservers { return .none }
    change.stamp = audience.stamp
    if isHere, let entry = enterHere() { return .deliver(audience.snapshot, entry) }
    return postpone(value, change, isHere: isHere) ? .start : .none
  }

  @inline(never)
  private func postpone(_ value: Value, _ change: Change, isHere: Bool) -> Bool {
    post(delivery.append(value, change), isHere: isHere, for: self)
  }

  private func postpone(isHere: Bool = false, _ job: @escaping () -> Void) -> Bool {
    post(delivery.append(job), isHere: isHere, for: self)
  }

  /// `enter()`, without reading the target if there is none.
  private func enterHere() -> Mailbox.Entry? {
    if hasTarget { return enter() }
    return delivery.enter() ? .outermost : nil
  }

  private func perform(_ step: Step, _ value: Value, _ change: Change, isHere: Bool) {
    switch step {
    case .none: break
    case .deliver(let observers, let entry):
      notify(observers, value, change)
      leave(entry, for: self)
    case .start: start(isHere: isHere, for: self)
    }
  }

  override func deliver(_ count: inout Int, for owner: AnyObject, _ limit: inout TurnLimit) -> Bool {
    stopIfModifying()  // A `modify` body that runs the main queue would otherwise deliver.
    return delivery.drain(
      &count, &limit, lock: delivery.lock, begin: { takenObservers = audience.snapshot },
      deliver: { notify(takenObservers, $1.takeItem(as: Value.self), $0) }, end: { takenObservers = [] })
  }

  /// Notifies each observation, and removes the observations of deallocated owners.
  private func notify(_ observers: ObserverList.Snapshot, _ value: Value, _ change: Change) {
    var hasDead = false
    observers.forEachEntry(as: Observation<Value>.self) { if !$0.offer(value, change) { hasDead = true } }
    if hasDead { removeDead(in: observers) }
  }

  override func pass(_ mark: DeliveryMark) {
    var observers: ObserverList.Snapshot = []
    var mustStart = false
    let isIdle = delivery.lock.withLock {
      observers = audience.snapshot
      if delivery.isIdle { return true }  // Nothing is pending: do not wait for the target.
      mustStart = postpone { [self, observers] in pass(mark, to: observers) }
      return false
    }
    if isIdle { pass(mark, to: observers) } else if mustStart { start(isHere: false, for: self) }
  }

  private func pass(_ mark: DeliveryMark, to observers: ObserverList.Snapshot) {
    observers.forEachEntry(as: Observation<Value>.self) { $0.pass(mark) }
  }

  // MARK: Observations

  /// Registers an observation and, in the same step, schedules its replay ahead of all later values.
  private func register(_ observation: Observation<Value>, _ options: ObservationOptions) {
    stopIfModifying()
    let isHere = mayBeHere
    var released: [AnyObject] = []
    var step = Step.none
    var stamp = Stamp.none
    let value = delivery.lock.withLock {
      sweep(into: &released)
      add(observation, endsWithOwner: options.endsWithOwner)
      if observation.wantsEnd { wantsEnd = true }
      if observation.needsInitialValue { observation.receiveInitialValue(current) }
      stamp = audience.stamp
      if options.replay {
        step = placeReplay(to: observation, isHere: isHere)
      }
      return current
    }
    withExtendedLifetime(released) {}
    if case .deliver(_, let entry) = step {
      observation.replay(value, stamp)
      leave(entry, for: self)
    } else {
      perform(step, value, Change(number: 0), isHere: isHere)
    }
  }

  private func placeReplay(to observation: Observation<Value>, isHere: Bool) -> Step {
    if isHere, let entry = enterHere() { return .deliver([], entry) }
    let (value, stamp) = (current, audience.stamp)
    return postpone(isHere: isHere) { observation.replay(value, stamp) } ? .start : .none
  }

  /// Registers an observation. The result ends the observation, unless the observation ends with its owner.
  func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> ObservationEnd {
    register(observation, options)
    return options.endsWithOwner ? .none : ObservationEnd(of: observation, in: self)
  }

  override func add(_ observer: any RootObserver, _ options: ObservationOptions) -> ObservationEnd {
    add(RootObservation(of: self, for: observer, options), options)
  }

  override func remove(_ entry: OwnedEntry) {
    stopIfModifying()
    super.remove(entry)
  }

  override func removeObservations(of owner: AnyObject) {
    stopIfModifying()
    super.removeObservations(of: owner)
  }

  /// Gives the value a stamp, so that another value can be bound to it.
  func becomeTarget() {
    stopIfModifying()
    delivery.lock.withLock { audience.becomeTarget() }
  }

  /// Calls `action` when the Bindable is deallocated. The returned closure removes the action.
  func whenDeallocated(_ action: @escaping () -> Void) -> @Sendable () -> Void {
    stopIfModifying()
    let key = delivery.lock.withLock {
      lastActionKey += 1
      deallocationActions[lastActionKey] = action
      return lastActionKey
    }
    return { [weak self] in
      guard let self else { return }
      stopIfModifying()
      let last = delivery.lock.withLock { self.deallocationActions.removeValue(forKey: key) }
      withExtendedLifetime(last) {}
    }
  }

  /// Ends all observations after the pending values have been delivered. Called when the Bindable is deallocated.
  func end() {
    var mustStart = false
    var isIdle = false
    let actions = delivery.lock.withLock {
      // If no observation wants to be notified of the end, nothing has to run on the target.
      isIdle = (!hasTarget || !wantsEnd) && delivery.enter()
      if !isIdle { mustStart = postpone { [self] in finish() } }
      return deallocationActions
    }
    for action in actions.values { action() }
    if isIdle {
      finish()
      leave(.nested, for: self)
    } else if mustStart {
      start(isHere: false, for: self)
    }
  }

  private func finish() {
    let all = takeAll()
    all.forEachEntry(as: Observation<Value>.self) { observation in
      if observation.isLive { observation.end() }
    }
  }
}
