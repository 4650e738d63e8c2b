import DeliveryCore
public import Dispatch
import Synchronization

/// A value that tells its observers of every set: `didSet`, done right.
///
///     final class ViewModel {
///       let count = Bindable(0)
///       func increase() { count.modify { $0 += 1 } }
///     }
///
///     viewModel.count.observe(on: view) { [weak view] count in view?.show(count) }
///
/// Each set reaches each observer once, with its own value, in the order of the sets, and never two at a time. Without
/// a queue, observers are called on the thread that sets; with one, on that queue. A set made inside an observer is
/// visible in ``value`` at once and delivered after the present value has reached everyone. No lock is held while an
/// observer runs.
///
/// Who owns whom:
///
///     owner ┄┄weak┄┄ Bindable ──▶ observation ──▶ block
///     token ───────────────────────▶┘                       (a token does not keep the Bindable alive)
///
/// All members may be used from any thread when `Value` is `Sendable`; the type is then `Sendable` too.
///
/// Semantics: the didSet observable of the Observer pattern; ReactiveX calls the like a BehaviorSubject, without
/// terminal events.
@propertyWrapper
public final class Bindable<Value> {
  private let target: DeliveryTarget?
  private let policy: DeliveryPolicy
  private let lock = Lock()
  private let gate = SerialGate()
  /// The thread that runs the body of a `modify`, or zero.
  private let modifier = Atomic<UInt>(0)

  // Guarded by the lock, which makes the checks for exclusive access superfluous.
  @exclusivity(unchecked) private var current: Value
  @exclusivity(unchecked) private var number: UInt64 = 0
  @exclusivity(unchecked) private var observers = ObserverList()
  /// Run by a drain only, which keeps the Bindable alive: so what waits does not have to, which would cost each set
  /// two atomic operations on a word that the delivering thread uses too.
  @exclusivity(unchecked) private var backlog: Backlog = []
  /// What the last job of the backlog delivers, if more may still be added to it.
  @exclusivity(unchecked) private var burst: Burst<Value>?
  @exclusivity(unchecked) private var waiting: Waiting<Value>?
  @exclusivity(unchecked) private var owners: [UnsafeRawPointer: BindableEntry<Value>] = [:]
  @exclusivity(unchecked) private var oldValueObservers = 0
  @exclusivity(unchecked) private var sweepSlot = 0

  /// Who was registered when the backlog was taken: all that its changes may concern. Used by the one who delivers.
  @exclusivity(unchecked) private var snapshot: ObserverList.Snapshot = []

  /// Makes a Bindable that calls its observers on the thread that sets.
  public init(_ value: Value) {
    current = value
    target = nil
    policy = .every
    CreationWatch.didCreate(self)
  }

  /// Makes a Bindable that calls its observers on `queue`, one at a time even if the queue is concurrent. A set made
  /// on the queue while nothing waits is delivered before the set returns.
  ///
  /// The main queue of a command line program runs only if something runs it: see ``MainQueue``.
  public init(_ value: Value, queue: DispatchQueue, policy: DeliveryPolicy = .every) where Value: Sendable {
    current = value
    target = DeliveryTarget(queue)
    self.policy = policy
    CreationWatch.didCreate(self)
  }

  /// Makes `@Bindable var count = 0`; `$count` is the Bindable.
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  /// Makes `@Bindable(queue: .main) var count = 0`; `$count` is the Bindable.
  public convenience init(wrappedValue: Value, queue: DispatchQueue, policy: DeliveryPolicy = .every)
  where Value: Sendable {
    self.init(wrappedValue, queue: queue, policy: policy)
  }

  deinit {
    for case let entry? in observers.removeAll() {
      let entry = Self.downcast(entry)
      entry.previousOfOwner = nil
      if !entry.isRemoved { entry.end() }
    }
  }

  /// The value. Setting it notifies every observer that is registered at that moment, equal or not.
  ///
  /// `bindable.value += 1` is a get and a set; use ``modify(_:)`` where other threads set too.
  public var value: Value {
    get {
      stopIfModifying()
      return lock.withLock { current }
    }
    set { set(newValue, origin: nil) }
  }

  /// The value, for the property wrapper.
  public var wrappedValue: Value {
    get { value }
    set { set(newValue, origin: nil) }
  }

  /// The Bindable itself, for the property wrapper.
  public var projectedValue: Bindable { self }

  /// Changes the value in place, in one step that no other thread can come between, and notifies once.
  ///
  /// The body runs under the lock: keep it short. Touching the same Bindable inside it stops the program with a
  /// message. What a body changed before it threw stands and is notified.
  @discardableResult
  public func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    stopIfModifying()
    let isOnTarget = isOnIdleTarget
    var placement = Placement.settled
    var change: (old: Value, new: Value, number: UInt64)?
    defer {
      if let change { deliver(placement, old: change.old, new: change.new, origin: nil, number: change.number) }
    }
    return try lock.withLock {
      // A copy of the old value would make the body copy what it could change in place. A value that waits is about
      // to be replaced, and is freed after unlocking.
      let old = oldValueObservers > 0 || waiting != nil ? current : nil
      modifier.store(CurrentThread.identity, ordering: .relaxed)
      defer {
        modifier.store(0, ordering: .relaxed)
        number &+= 1
        if observers.count == 0 {
          placement = skip()
        } else {
          change = (old ?? current, current, number)
          placement = place(old: old ?? current, new: current, origin: nil, isOnTarget: isOnTarget)
        }
      }
      return try body(&current)
    }
  }

  /// Sets the value on behalf of `origin`, which recognises its own changes by it.
  package func set(_ newValue: Value, origin: AnyObject?) {
    stopIfModifying()
    // In unspecialised generic code each type made of `Value` costs a look-up: here only `Value` itself is named.
    let isOnTarget = target == nil || isOnIdleTarget
    var old = newValue
    var newNumber: UInt64 = 0
    let placement = lock.withLock {
      old = current  // Freed after unlocking.
      current = newValue
      number &+= 1
      newNumber = number
      if observers.count == 0 { return skip() }
      return place(old: old, new: newValue, origin: origin, isOnTarget: isOnTarget)
    }
    deliver(placement, old: old, new: newValue, origin: origin, number: newNumber)
  }

  /// The number of changes made so far, for a binding that must know whether another one came between.
  package var changeNumber: UInt64 { lock.withLock { number } }

  private func stopIfModifying() {
    if modifier.load(ordering: .relaxed) != 0 { stopIfModifyingHere() }
  }

  @inline(never)
  private func stopIfModifyingHere() {
    guard modifier.load(ordering: .relaxed) == CurrentThread.identity else { return }
    fatalError(
      "Bindable<\(Value.self)> was touched inside the body of its own modify(_:), which holds its lock. "
        + "Inside the body use its inout argument; other Bindables may be used there.")
  }
}

// The lock guards all mutable state; blocks are `@Sendable` or run on their actor.
extension Bindable: @unchecked Sendable where Value: Sendable {}

// MARK: - Delivery

/// What is to be done with a change once the lock is free.
private enum Placement {
  /// Nothing: it concerns nobody, or whoever delivers now will deliver it.
  case settled
  /// Deliver it here and now.
  case direct(ObserverList.Snapshot)
  /// See to it that the target delivers.
  case schedule
}

/// With the policy `.latest`: the change that waits, made of all that came since the last delivery. Guarded by the
/// Bindable's lock.
private final class Waiting<Value> {
  let old: Value
  var new: Value
  var number: UInt64
  var origin: AnyObject?

  init(old: Value, new: Value, number: UInt64, origin: AnyObject?) {
    self.old = old
    self.new = new
    self.number = number
    self.origin = origin
  }
}

extension Bindable {
  /// Whether the caller runs on the target while nothing waits there. Asked without the lock.
  private var isOnIdleTarget: Bool {
    guard let target else { return true }
    return gate.isIdle && target.isCurrent
  }

  /// Passes over a change that concerns nobody. Called under the lock.
  private func skip() -> Placement {
    // What comes later is merged with nothing that waits: it would not follow it. The backlog keeps both for now.
    burst = nil
    waiting = nil
    return .settled
  }

  /// Gives the change just made its place in the order. Called under the lock; calls nobody.
  private func place(old: Value, new: Value, origin: AnyObject?, isOnTarget: Bool) -> Placement {
    if isOnTarget, target == nil ? gate.enter() : gate.tryEnter() { return .direct(observers.snapshot) }
    return postpone(old: old, new: new, origin: origin)
  }

  @inline(never)
  private func postpone(old: Value, new: Value, origin: AnyObject?) -> Placement {
    if policy == .latest {
      if let waiting {
        waiting.new = new
        waiting.number = number
        waiting.origin = origin
        return .settled
      }
      let change = Waiting(old: old, new: new, number: number, origin: origin)
      waiting = change
      backlog.append { [unowned(unsafe) self] in deliver(change) }
    } else if origin == nil {
      if let burst {
        burst.append(new)
        return .settled
      }
      open(Burst(), old: old).append(new)
    } else {
      burst = nil
      backlog.append { [unowned(unsafe) self, number] in
        notify(snapshot, old: old, new: new, origin: origin, number: number)
      }
    }
    return scheduleIfNeeded()
  }

  /// Starts a run of plain sets: their numbers follow each other, and the old value of each is the one before.
  private func open(_ burst: Burst<Value>, old: Value) -> Burst<Value> {
    self.burst = burst
    backlog.append { [unowned(unsafe) self, number] in
      var number = number
      var old = old
      burst.each { new in
        notify(snapshot, old: old, new: new, origin: nil, number: number)
        number &+= 1
        old = new
      }
    }
    return burst
  }

  /// Called under the lock after the backlog has grown.
  private func scheduleIfNeeded() -> Placement {
    if target == nil { return .settled }
    return gate.enterLater() ? .schedule : .settled
  }

  private func deliver(_ placement: Placement, old: Value, new: Value, origin: AnyObject?, number: UInt64) {
    switch placement {
    case .settled: break
    case .direct(let snapshot):
      notify(snapshot, old: old, new: new, origin: origin, number: number)
      if !gate.leave() { drain() }
    case .schedule: schedule()
    }
  }

  private func schedule() {
    nonisolated(unsafe) let bindable = self  // Has a target, so its values are sendable.
    target?.schedule { bindable.drain() }
  }

  @inline(never)
  private func drain() {
    let turns = target == nil ? Int.max : DeliveryTarget.turns
    let finished = gate.drain(lock, turns: turns) {
      burst = nil
      snapshot = observers.snapshot
      backlog.append { [unowned(unsafe) self] in snapshot = [] }
      return backlog.takeAll()
    }
    if !finished { schedule() }
  }

  private func deliver(_ change: Waiting<Value>) {
    // Whoever registered since the backlog was taken may wait for what was merged since.
    let snapshot = lock.withLock {
      if waiting === change { waiting = nil }
      return observers.snapshot
    }
    notify(snapshot, old: change.old, new: change.new, origin: change.origin, number: change.number)
  }

  private func notify(
    _ snapshot: ObserverList.Snapshot, old: Value, new: Value, origin: AnyObject?, number: UInt64
  ) {
    var hasDead = false
    snapshot.forEachEntry(as: BindableEntry<Value>.self) { entry in
      if !entry.offer(old: old, new: new, origin: origin, number: number) { hasDead = true }
    }
    if hasDead { removeDead(in: snapshot) }
  }
}

// MARK: - Registration

extension Bindable {
  /// Registers `entry` and, in the same step, gives the present value its place before all later ones.
  ///
  /// - Parameter isOwners: whether `remove(observer:)` ends it; what a token ends is not kept for the owner too.
  func register(_ entry: BindableEntry<Value>, isOwners: Bool, replay: Bool) {
    stopIfModifying()
    let isOnTarget = isOnIdleTarget
    var dead: [ObserverEntry] = []
    var placement = Placement.settled
    let value = lock.withLock {
      sweep(into: &dead)
      entry.registeredAt = number
      observers.append(entry)
      if isOwners, let address = entry.ownerAddress {
        entry.previousOfOwner = owners.updateValue(entry, forKey: address)
      }
      if entry.wantsOld { oldValueObservers += 1 }
      if replay {
        placement = placeReplay(to: entry, isOnTarget: isOnTarget)
      } else if entry.wantsOld {
        waiting = nil  // Its first change is from the present value.
      }
      return current
    }
    withExtendedLifetime(dead) {}
    switch placement {
    case .settled: break
    case .direct:
      entry.replay(value)
      if !gate.leave() { drain() }
    case .schedule: schedule()
    }
  }

  private func placeReplay(to entry: BindableEntry<Value>, isOnTarget: Bool) -> Placement {
    if isOnTarget, target == nil ? gate.enter() : gate.tryEnter() { return .direct([]) }
    let value = current
    // What comes later must not be merged with what came before the replay.
    waiting = nil
    burst = nil
    backlog.append { entry.replay(value) }
    return scheduleIfNeeded()
  }

  /// Removes every observation that was registered for `observer`. When this returns on the thread or queue that
  /// delivers, none of its blocks is called again; elsewhere, at most a call that is already running finishes.
  public func remove(observer: AnyObject) {
    stopIfModifying()
    var removed: [ObserverEntry] = []
    lock.withLock { detachAll(of: OwnedEntry.address(of: observer), into: &removed) }
    withExtendedLifetime(removed) {}
  }

  /// Removes one observation.
  func remove(_ entry: BindableEntry<Value>) {
    guard entry.silence() else { return }
    stopIfModifying()
    lock.withLock { detach(entry) }
  }

  /// The list holds what this Bindable put there.
  private static func downcast(_ entry: ObserverEntry) -> BindableEntry<Value> {
    unsafeDowncast(entry, to: BindableEntry<Value>.self)
  }

  private func removeDead(in snapshot: ObserverList.Snapshot) {
    var removed: [ObserverEntry] = []
    lock.withLock {
      for case let entry? in snapshot {
        detachIfDead(Self.downcast(entry), into: &removed)
      }
    }
    withExtendedLifetime(removed) {}
  }

  /// Looks at a few entries at each registration, so that dead ones never outnumber the living, whatever the churn,
  /// and registering among many stays as cheap as among few.
  private func sweep(into dead: inout [ObserverEntry]) {
    var looks = observers.snapshot.count <= 8 ? observers.snapshot.count : 4
    while looks > 0, observers.count > 0 {
      looks -= 1
      sweepSlot = sweepSlot + 1 < observers.snapshot.count ? sweepSlot + 1 : 0
      if let entry = observers.snapshot[sweepSlot] { detachIfDead(Self.downcast(entry), into: &dead) }
    }
  }

  private func detachIfDead(_ entry: BindableEntry<Value>, into removed: inout [ObserverEntry]) {
    guard !entry.isOwnerAlive else { return }
    detachAll(of: entry.ownerAddress, into: &removed)
    // One that a token ends is not among its owner's.
    guard entry.silence() else { return }
    removed.append(entry)
    detach(entry)
  }

  /// Takes all observations of one owner out, and keeps them in `removed` until the lock is free.
  private func detachAll(of owner: UnsafeRawPointer?, into removed: inout [ObserverEntry]) {
    guard let owner, let last = owners.removeValue(forKey: owner) else { return }
    var next: BindableEntry<Value>? = last
    while let entry = next {
      next = entry.previousOfOwner
      entry.previousOfOwner = nil
      removed.append(entry)
      if entry.silence() { detach(entry) }
    }
  }

  private func detach(_ entry: BindableEntry<Value>) {
    if entry.wantsOld { oldValueObservers -= 1 }
    observers.remove(entry)
  }
}
