import DeliveryCore
import Synchronization

/// The storage of a ``Bindable``: the value, its observers, and the delivery of changes.
///
/// Scheduled deliveries retain the store, not the Bindable, so they do not delay the Bindable's deallocation.
final class BindableStore<Value: Sendable>: AnyBindableStore, @unchecked Sendable {
  /// Whether there is a target. Reading the target itself would retain it.
  private let hasTarget: Bool
  private let policy: DeliveryPolicy
  /// The identity of the thread that runs the body of `modify`, or zero.
  private let modifyingThread = Atomic<UInt>(0)

  // Guarded by the lock.
  @exclusivity(unchecked) private var current: Value
  /// With the policy `.latest`: whether a delivery of the newest value is pending.
  @exclusivity(unchecked) private var isNewestWaiting = false
  @exclusivity(unchecked) private var wantsEnd = false
  @exclusivity(unchecked) private var deallocationActions: [Int: () -> Void] = [:]
  @exclusivity(unchecked) private var lastActionKey = 0

  init(_ value: Value, target: DeliveryTarget?, policy: DeliveryPolicy) {
    current = value
    hasTarget = target != nil
    self.policy = policy
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
    let isOnTarget = isOnIdleTarget
    var replaced = newValue  // Released after unlocking.
    var change = Change(number: 0)
    let step = delivery.lock.withLock {
      if !audience.accept(arriving) { return Step.none }
      replaced = current
      current = newValue
      return place(newValue, &change, isOnTarget: isOnTarget)
    }
    perform(step, newValue, change)
    withExtendedLifetime(replaced) {}
  }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    stopIfModifying()
    let isOnTarget = isOnIdleTarget
    delivery.lock.lock()
    modifyingThread.store(CurrentThread.identity, ordering: .relaxed)
    do {
      let result = try body(&current)
      endModification(isOnTarget: isOnTarget)
      return result
    } catch {
      endModification(isOnTarget: isOnTarget)
      throw error
    }
  }

  /// Numbers the change that the body of `modify` made, unlocks, and delivers the change.
  private func endModification(isOnTarget: Bool) {
    modifyingThread.store(0, ordering: .relaxed)
    audience.beginOwnChange()
    var change = Change(number: 0)
    let step = place(current, &change, isOnTarget: isOnTarget)
    if case .none = step {
      delivery.lock.unlock()
    } else {
      let changed = current
      delivery.lock.unlock()
      perform(step, changed, change)
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
    case deliver(ObserverList.Snapshot)
    /// Deliver the newest value on this thread, which has become the delivering thread.
    case deliverNewest
    /// Schedule a delivery.
    case schedule
  }

  /// Whether the caller may deliver inline: there is no target, or the caller runs on the target and no delivery is
  /// running or pending. Called without the lock.
  private var isOnIdleTarget: Bool {
    !hasTarget || (delivery.isIdle && target?.isCurrent ?? true)
  }

  /// Numbers the change and chooses how to deliver it. Called under the lock.
  private func place(
    _ value: Value, _ change: inout Change, isOnTarget: Bool
  ) -> Step {
    change.number = audience.nextNumber()
    if !audience.hasObservers { return .none }
    if policy == .latest { return placeNewest(isOnTarget: isOnTarget) }
    change.stamp = audience.stamp
    if isOnTarget, delivery.enter() { return .deliver(audience.snapshot) }
    return postpone(value, change) ? .schedule : .none
  }

  @inline(never)
  private func postpone(_ value: Value, _ change: Change) -> Bool {
    delivery.append(value, change)
  }

  private func placeNewest(isOnTarget: Bool) -> Step {
    if isNewestWaiting { return .none }
    isNewestWaiting = true
    if isOnTarget, delivery.enter() { return .deliverNewest }
    return delivery.append { [self] in deliverNewest() } ? .schedule : .none
  }

  private func perform(_ step: Step, _ value: Value, _ change: Change) {
    switch step {
    case .none: break
    case .deliver(let observers):
      notify(observers, value, change)
      leave()
    case .deliverNewest:
      deliverNewest()
      leave()
    case .schedule: schedule()
    }
  }

  private func leave() {
    if !delivery.leave(), !takeTurn() { schedule() }
  }

  private func schedule() {
    DeliveryTarget.takeTurns(on: target) { [self] in takeTurn() }
  }

  @inline(never)
  private func takeTurn() -> Bool {
    stopIfModifying()  // A `modify` body that runs the main queue would otherwise deliver.
    return delivery.drain(
      limit: DeliveryTarget.turnLimit(on: target), to: { audience.snapshot }
    ) { observers, change, backlog in
      notify(observers, backlog.takeItem(as: Value.self), change)
    }
  }

  private func notify(_ observers: ObserverList.Snapshot, _ value: Value, _ change: Change) {
    notify(observers) { $0.offer(value, change) }
  }

  /// Calls `offer` with each observation, and removes the observations of deallocated owners.
  @inline(__always)
  private func notify(_ observers: ObserverList.Snapshot, offer: (Observation<Value>) -> Bool) {
    var hasDead = false
    observers.forEachEntry(as: Observation<Value>.self) { if !offer($0) { hasDead = true } }
    if hasDead { removeDead(in: observers) }
  }

  private func deliverNewest() {
    var change = Change(number: 0)
    var observers: ObserverList.Snapshot = []
    let value = delivery.lock.withLock {
      isNewestWaiting = false
      change = Change(number: audience.number, stamp: audience.stamp)
      observers = audience.snapshot
      return current
    }
    notify(observers) { $0.offerNewest(value, change) }
  }

  override func pass(_ mark: DeliveryMark) {
    var observers: ObserverList.Snapshot = []
    var mustSchedule = false
    let isIdle = delivery.lock.withLock {
      observers = audience.snapshot
      if delivery.isIdle { return true }  // Nothing is pending: do not wait for the target.
      mustSchedule = delivery.append { [self, observers] in pass(mark, to: observers) }
      return false
    }
    if isIdle { pass(mark, to: observers) } else if mustSchedule { schedule() }
  }

  private func pass(_ mark: DeliveryMark, to observers: ObserverList.Snapshot) {
    observers.forEachEntry(as: Observation<Value>.self) { $0.pass(mark) }
  }

  // MARK: Observations

  /// Registers an observation and, in the same step, schedules its replay ahead of all later values.
  private func register(_ observation: Observation<Value>, _ options: ObservationOptions) {
    stopIfModifying()
    #if DEBUG
      if observation.leadsToMain { watchDelivery() }
    #endif
    let isOnTarget = isOnIdleTarget
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
        step = placeReplay(to: observation, isOnTarget: isOnTarget)
      }
      return current
    }
    withExtendedLifetime(released) {}
    if case .deliver = step {
      observation.replay(value, stamp)
      leave()
    } else {
      perform(step, value, Change(number: 0))
    }
  }

  #if DEBUG
    /// Whether `MainQueueWatch` watches this delivery.
    private let isWatched = Atomic<Bool>(false)

    deinit { if isWatched.load(ordering: .relaxed) { MainQueueWatch.forget(self) } }

    /// Makes `MainQueueWatch` count this delivery whenever the delivery has something pending.
    private func watchDelivery() {
      guard let target, !target.isMain, !isWatched.exchange(true, ordering: .relaxed) else { return }
      MainQueueWatch.watch(self) { [weak self] in self.map { !$0.delivery.isIdle } ?? false }
    }
  #endif

  private func placeReplay(to observation: Observation<Value>, isOnTarget: Bool) -> Step {
    if policy == .latest {
      observation.awaitsReplay = true
      return placeNewest(isOnTarget: isOnTarget)
    }
    if isOnTarget, delivery.enter() { return .deliver([]) }
    let (value, stamp) = (current, audience.stamp)
    return delivery.append { observation.replay(value, stamp) } ? .schedule : .none
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

  override func removeObservations(of owner: AnyObject, by derivation: AnyObject?) {
    stopIfModifying()
    super.removeObservations(of: owner, by: derivation)
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
    var mustSchedule = false
    var isHere = false
    let actions = delivery.lock.withLock {
      // If no observation wants to be notified of the end, nothing has to run on the target.
      isHere = (!hasTarget || !wantsEnd) && delivery.enter()
      if !isHere { mustSchedule = delivery.append { [self] in finish() } }
      return deallocationActions
    }
    for action in actions.values { action() }
    if isHere {
      finish()
      leave()
    } else if mustSchedule {
      schedule()
    }
  }

  private func finish() {
    let all = takeAll()
    all.forEachEntry(as: Observation<Value>.self) { observation in
      if observation.isLive { observation.end() }
    }
  }
}
