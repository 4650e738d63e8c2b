internal import CRuntime
import DeliveryCore

/// The part of a ``BindableStore`` that does not depend on its value type. It is a root of derived values, and keeps
/// its observers in registration order.
///
/// Guarded by `delivery.lock`. Removed entries are released after unlocking, because releasing them may run user code.
class AnyBindableStore: Receiver, @unchecked Sendable {
  @exclusivity(unchecked) final var audience = Audience()
  @exclusivity(unchecked) private final var sweepSlot = 0

  // MARK: As a root of derived values. Overridden

  /// The number of changes so far. Two equal versions mean that nothing has changed in between.
  var version: UInt64 { fatalError("\(Self.self) does not override version.") }

  /// Stops the program if this thread runs the body of `modify`.
  func stopIfModifying() {}

  /// Samples the current value. Called under the lock. The result is linked to `next`, the samples of the roots that
  /// follow.
  func sample(next: Reading?) -> Reading { fatalError("\(Self.self) does not override sample(next:).") }

  /// Registers an observation of a derived value. The result ends the observation, unless the observation ends with its
  /// owner.
  func add(_ observer: any RootObserver, _ options: ObservationOptions) -> ObservationEnd { .none }

  /// Sends `mark` to each current observer, after all values set before this call.
  func pass(_ mark: DeliveryMark) {}

  /// See ``Audience/lateStamp``.
  final var lateStamp: Stamp { delivery.lock.withLock { audience.lateStamp } }

  // MARK: Observers

  /// Adds an entry. Called under the lock.
  ///
  /// - Parameter endsWithOwner: whether `remove(observer:)` removes the entry. If not, its token or link does.
  final func add(_ entry: OwnedEntry, endsWithOwner: Bool) {
    entry.endsWithOwner = endsWithOwner
    audience.register(entry)
  }

  /// Unregisters an entry that is marked as removed.
  func remove(_ entry: OwnedEntry) {
    delivery.lock.withLock { audience.unregister(entry) }
  }

  /// Ends the owner's observations, except those that end with a token or a binding.
  func removeObservations(of owner: AnyObject) {
    let address = OwnedEntry.address(of: owner)
    let removed = removeObservations { $0.endsWithOwner && $0.ownerAddress == address }
    for case let combination? in removed.lazy.map(\.combination) { combination.leaveRoots() }
  }

  /// Ends the observations that satisfy `condition`, and returns them.
  @discardableResult
  final func removeObservations(where condition: (OwnedEntry) -> Bool) -> [OwnedEntry] {
    var removed: [OwnedEntry] = []
    delivery.lock.withLock {
      audience.snapshot.forEachEntry(as: OwnedEntry.self) { if condition($0) { removed.append($0) } }
      for entry in removed where entry.markRemoved() { audience.unregister(entry) }
    }
    return removed
  }

  /// Removes the entries in `observers` whose owners have been deallocated.
  final func removeDead(in observers: ObserverList.Snapshot) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      for case let entry? in observers { detachIfDead(entry, into: &released) }
    }
    withExtendedLifetime(released) {}
  }

  /// Called at each registration, under the lock: checks a few entries, and removes any whose owner has been
  /// deallocated. Dead entries therefore do not accumulate, and a registration's cost does not grow with the number of
  /// observers.
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
    delivery.lock.withLock { audience.unregisterAll() }
  }

  // MARK: Called under the lock

  private func detachIfDead(_ entry: ObserverEntry, into released: inout [AnyObject]) {
    let entry = unsafeDowncast(entry, to: OwnedEntry.self)
    var owner: AnyObject?
    if !entry.isOwnerAlive(keeping: &owner) {
      released.append(entry)
      if entry.markRemoved() { audience.unregister(entry) }
    }
    if let owner { released.append(owner) }
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

  /// Whether `remove(observer:)` ends the observation. Guarded by the store's lock.
  @exclusivity(unchecked) final var endsWithOwner = false

  /// The combination to which the entry belongs, if it observes one of several roots.
  var combination: CombinedDelivery? { nil }

  init(owner: AnyObject?) {
    ownerAddress = owner.map(Self.address(of:))
    #if canImport(ObjectiveC)
      self.owner = owner
    #else
      ownerMemory = owner
    #endif
    super.init()
  }

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
