import DeliveryCore

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
