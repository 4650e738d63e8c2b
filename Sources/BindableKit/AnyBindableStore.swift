import DeliveryCore

/// The part of a ``BindableStore`` that does not depend on the type of its value: a root of derived values, and its observers
/// in order and by owner.
///
/// Guarded by `delivery.lock`. Removed entries are released after unlocking, because their release may run user code.
class AnyBindableStore: @unchecked Sendable {
  final let delivery = SerialDelivery()
  @exclusivity(unchecked) final var audience = Audience()
  /// Where changes are delivered; `nil` for the thread that sets.
  final let target: DeliveryTarget?
  /// The newest observation of each owner. It links to the older observations of that owner.
  @exclusivity(unchecked) private final var owners: [UnsafeRawPointer: OwnedEntry] = [:]
  @exclusivity(unchecked) private final var sweepSlot = 0

  init(target: DeliveryTarget?) {
    self.target = target
  }

  // MARK: As a root of derived values. Overridden

  /// The number of changes so far. If two versions are equal, nothing has changed in between.
  var version: UInt64 { fatalError("\(Self.self) does not override version.") }

  /// The current value, before the samples of other roots.
  func sample(next: Reading?) -> Reading { fatalError("\(Self.self) does not override sample(next:).") }

  /// Registers an observation of a derived value. The result ends it, unless its owner does.
  func add(_ observer: any RootObserver, _ options: ObservationOptions) -> @Sendable () -> Void { {} }

  /// Sends a mark behind all values that were set before, to each observer that is registered now.
  func pass(_ mark: DeliveryMark) {}

  /// Prepares the value for a binding.
  func enterOrder() {}

  // MARK: Observers

  /// Adds an entry. Called under the lock.
  ///
  /// - Parameter endsWithOwner: whether `remove(observer:)` ends it. An observation with a token is ended by the token.
  final func add(_ entry: OwnedEntry, endsWithOwner: Bool) {
    audience.register(entry)
    guard endsWithOwner, let owner = entry.ownerAddress else { return }
    entry.previousOfOwner = owners.updateValue(entry, forKey: owner)
  }

  /// Removes an entry that was marked as removed.
  final func remove(_ entry: OwnedEntry) {
    delivery.lock.withLock { audience.unregister(entry) }
  }

  /// Ends the observations of an owner that were registered on the value with this derivation.
  func removeObservations(of owner: AnyObject, by derivation: AnyObject?) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      detachAll(of: OwnedEntry.address(of: owner), into: &released) { $0.derivation === derivation }
    }
    withExtendedLifetime(released) {}
  }

  /// Removes the entries in `observers` whose owners were deallocated.
  final func removeDead(in observers: ObserverList.Snapshot) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      for case let entry? in observers { detachIfDead(entry, into: &released) }
    }
    withExtendedLifetime(released) {}
  }

  /// Checks a few entries at each registration, and removes the entries of deallocated owners. So dead entries never
  /// outnumber live ones, and the cost of a registration does not grow with the number of observers. Called under the
  /// lock.
  final func sweep(into released: inout [AnyObject]) {
    var looks = audience.snapshot.count <= 8 ? audience.snapshot.count : 4
    while looks > 0, audience.hasObservers {
      looks -= 1
      sweepSlot = sweepSlot + 1 < audience.snapshot.count ? sweepSlot + 1 : 0
      if let entry = audience.snapshot[sweepSlot] { detachIfDead(entry, into: &released) }
    }
  }

  /// Removes all entries when the Bindable ends.
  final func takeAll() -> ObserverList.Snapshot {
    var former: [UnsafeRawPointer: OwnedEntry] = [:]
    let all = delivery.lock.withLock {
      swap(&former, &owners)
      return audience.unregisterAll()
    }
    // The links are cut one by one, because releasing a long list would recurse.
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
    // On platforms where entries do not keep the memory of their owner, a later owner may have the same address.
    detachAll(of: entry.ownerAddress, into: &released) { !isOwnerAlive($0) }
    guard entry.markRemoved() else { return }  // True only for an entry with a token; others were detached above.
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
        // Keeps the order: the oldest entry is last.
        kept?.previousOfOwner = entry
        if kept == nil { owners[owner] = entry }
        kept = entry
      }
    }
  }
}
