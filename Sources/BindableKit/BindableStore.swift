internal import CRuntime
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
    stopIfModifying()
    return delivery.lock.withLock {
      Sample(of: ObjectIdentifier(self), current, version: audience.number, stamp: audience.stamp, next: next)
    }
  }

  /// Sets the value; `arriving` is the stamp of a change that arrives through a binding.
  func set(_ newValue: Value, from arriving: Stamp? = nil) {
    stopIfModifying()
    // In unspecialised generic code, each type built from `Value`, such as `Value?`, costs a metadata look-up, so this
    // method uses only `Value` itself.
    let isOnTarget = isOnIdleTarget
    var replaced = newValue  // Released after unlocking.
    var change = Change(number: 0)
    let step = delivery.lock.withLock {
      if let arriving {
        if !audience.accept(arriving) { return Step.none }
      } else {
        audience.beginOwnChange()
      }
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

  private func stopIfModifying() {
    if modifyingThread.load(ordering: .relaxed) != 0 { stopIfModifyingHere() }
  }

  @inline(never)
  private func stopIfModifyingHere() {
    guard modifyingThread.load(ordering: .relaxed) == CurrentThread.identity else { return }
    fatalError(
      "Bindable<\(Value.self)> was touched inside the body of its own modify(_:), which holds its lock. "
        + "Inside the body use its inout argument, and set other Bindables after modify(_:) has returned.")
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
    delivery.append(value, .init(number: change.number, stamp: change.stamp))
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
    ) { observers, header, backlog in
      notify(observers, backlog.takeItem(as: Value.self), Change(number: header.number, stamp: header.stamp))
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

  /// Registers an observation. The returned closure ends the observation, unless the observation ends with its owner.
  func add(_ observation: Observation<Value>, _ options: ObservationOptions) -> @Sendable () -> Void {
    register(observation, options)
    if options.endsWithOwner { return {} }
    return { [weak self] in
      guard observation.markRemoved(), let self else { return }
      stopIfModifying()
      remove(observation)
    }
  }

  override func add(_ observer: any RootObserver, _ options: ObservationOptions) -> @Sendable () -> Void {
    add(RootObservation(of: self, for: observer, options), options)
  }

  override func removeObservations(of owner: AnyObject, by derivation: AnyObject?) {
    stopIfModifying()
    super.removeObservations(of: owner, by: derivation)
  }

  override func enterOrder() {
    stopIfModifying()
    delivery.lock.withLock { audience.beginBeingBound() }
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

/// The part of a ``BindableStore`` that does not depend on its value type. It is a root of derived values, and keeps
/// its observers in registration order and indexed by owner.
///
/// Guarded by `delivery.lock`. Removed entries are released after unlocking, because releasing them may run user code.
class AnyBindableStore: @unchecked Sendable {
  final let delivery = SerialDelivery()
  @exclusivity(unchecked) final var audience = Audience()
  /// Where changes are delivered; `nil` for the setting thread.
  final let target: DeliveryTarget?
  /// Each owner's newest observation, which links to the owner's older ones.
  @exclusivity(unchecked) private final var owners: [UnsafeRawPointer: OwnedEntry] = [:]
  @exclusivity(unchecked) private final var sweepSlot = 0

  init(target: DeliveryTarget?) {
    self.target = target
  }

  // MARK: As a root of derived values. Overridden

  /// The number of changes so far. Two equal versions mean that nothing has changed in between.
  var version: UInt64 { fatalError("\(Self.self) does not override version.") }

  /// Samples the current value, and prepends it to `next`, the samples of other roots.
  func sample(next: Reading?) -> Reading { fatalError("\(Self.self) does not override sample(next:).") }

  /// Registers an observation of a derived value. The returned closure ends the observation, unless the observation
  /// ends with its owner.
  func add(_ observer: any RootObserver, _ options: ObservationOptions) -> @Sendable () -> Void { {} }

  /// Sends `mark` to each current observer, after all values set before this call.
  func pass(_ mark: DeliveryMark) {}

  /// Gives the value a stamp, so that it can be bound.
  func enterOrder() {}

  // MARK: Observers

  /// Adds an entry. Called under the lock.
  ///
  /// - Parameter endsWithOwner: whether `remove(observer:)` removes the entry. If not, its token or link does.
  final func add(_ entry: OwnedEntry, endsWithOwner: Bool) {
    audience.register(entry)
    guard endsWithOwner, let owner = entry.ownerAddress else { return }
    entry.previousOfOwner = owners.updateValue(entry, forKey: owner)
  }

  /// Unregisters an entry that is marked as removed.
  final func remove(_ entry: OwnedEntry) {
    delivery.lock.withLock { audience.unregister(entry) }
  }

  /// Ends the owner's observations of the derived value that `derivation` identifies, or of the Bindable itself if
  /// `derivation` is `nil`.
  func removeObservations(of owner: AnyObject, by derivation: AnyObject?) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      detachAll(of: OwnedEntry.address(of: owner), into: &released) { $0.derivation === derivation }
    }
    withExtendedLifetime(released) {}
  }

  /// Removes the entries in `observers` whose owners have been deallocated.
  final func removeDead(in observers: ObserverList.Snapshot) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      for case let entry? in observers { detachIfDead(entry, into: &released) }
    }
    withExtendedLifetime(released) {}
  }

  /// Checks a few entries at each registration, and removes those of deallocated owners. So dead entries do not
  /// accumulate, and the cost of a registration does not grow with the number of observers. Called under the lock.
  final func sweep(into released: inout [AnyObject]) {
    var looks = audience.snapshot.count <= 8 ? audience.snapshot.count : 4
    while looks > 0, audience.hasObservers {
      looks -= 1
      sweepSlot = sweepSlot + 1 < audience.snapshot.count ? sweepSlot + 1 : 0
      if let entry = audience.snapshot[sweepSlot] { detachIfDead(entry, into: &released) }
    }
  }

  /// Removes and returns all entries. Called when the Bindable has been deallocated.
  final func takeAll() -> ObserverList.Snapshot {
    var former: [UnsafeRawPointer: OwnedEntry] = [:]
    let all = delivery.lock.withLock {
      swap(&former, &owners)
      return audience.unregisterAll()
    }
    // Unlink the entries one by one: releasing a long list would recurse.
    all.forEachEntry(as: OwnedEntry.self) { $0.previousOfOwner = nil }
    return all
  }

  // MARK: Called under the lock

  private func detachIfDead(_ entry: ObserverEntry, into released: inout [AnyObject]) {
    let entry = unsafeDowncast(entry, to: OwnedEntry.self)
    var livingOwners: [AnyObject] = []
    defer { released += livingOwners }
    func isOwnerAlive(_ entry: OwnedEntry) -> Bool {
      var owner: AnyObject?
      defer { if let owner { livingOwners.append(owner) } }
      return entry.isOwnerAlive(keeping: &owner)
    }
    if isOwnerAlive(entry) { return }
    // On Apple platforms, an entry does not keep its owner's memory allocated, so a later owner may have the same
    // address.
    detachAll(of: entry.ownerAddress, into: &released) { !isOwnerAlive($0) }
    guard entry.markRemoved() else { return }  // Entries that end with their owner were detached above.
    released.append(entry)
    audience.unregister(entry)
  }

  private func detachAll(
    of owner: UnsafeRawPointer?, into released: inout [AnyObject], where condition: (OwnedEntry) -> Bool
  ) {
    guard let owner else { return }
    var next = owners.removeValue(forKey: owner)
    var kept: OwnedEntry?
    while let entry = next {
      next = entry.previousOfOwner
      entry.previousOfOwner = nil
      if condition(entry) {
        released.append(entry)
        if entry.markRemoved() { audience.unregister(entry) }
      } else {
        // Keep the list in order, newest first.
        kept?.previousOfOwner = entry
        if kept == nil { owners[owner] = entry }
        kept = entry
      }
    }
  }
}

/// An observer entry that ends with its owner, if it has one. It does not keep the owner alive.
///
/// An unowned reference keeps the owner's memory allocated without keeping the owner alive, and the runtime reports
/// whether the owner's deinit has begun. Reading a weak reference would retain the owner, which takes about 70 ns. On
/// Apple platforms, owners may be Objective-C objects, so a weak reference is used there.
class OwnedEntry: ObserverEntry {
  /// The owner's address, or `nil` if there is no owner. The address is unique as long as the entry keeps the owner's
  /// memory allocated. With a weak reference, on Apple platforms, a later owner may have the same address.
  final let ownerAddress: UnsafeRawPointer?

  #if canImport(ObjectiveC)
    private final weak var owner: AnyObject?
  #else
    private unowned final let ownerMemory: AnyObject?
  #endif

  /// The owner's previously registered entry. Guarded by the store's lock.
  @exclusivity(unchecked) final var previousOfOwner: OwnedEntry?

  init(owner: AnyObject?) {
    ownerAddress = owner.map(Self.address(of:))
    #if canImport(ObjectiveC)
      self.owner = owner
    #else
      ownerMemory = owner
    #endif
    super.init()
  }

  /// The derived value on which the observation was registered, or `nil` if it was registered on a Bindable.
  var derivation: AnyObject? { nil }

  #if DEBUG
    /// Whether the entry's closure is called on the main queue.
    var leadsToMain: Bool { false }
  #endif

  /// Whether a value may still be delivered.
  final var isLive: Bool { !isRemoved && isOwnerAlive }

  /// Whether the owner is alive, or `true` if there is none. Must not be called under a lock, because it may release
  /// the owner.
  final var isOwnerAlive: Bool {
    var owner: AnyObject?
    return isOwnerAlive(keeping: &owner)
  }

  /// Whether the owner is alive. The caller must release `kept` after unlocking, because on Apple platforms `kept` may
  /// be the last reference to the owner.
  final func isOwnerAlive(keeping kept: inout AnyObject?) -> Bool {
    #if canImport(ObjectiveC)
      if ownerAddress == nil { return true }
      kept = owner
      return kept != nil
    #else
      guard let ownerAddress else { return true }
      return !swift_isDeallocating(ownerAddress)
    #endif
  }

  static func address(of owner: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
  }
}
