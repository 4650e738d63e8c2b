import DeliveryCore

/// The observers of a ``Bindable``, by order and by owner.
///
/// Guarded by `delivery.lock`. What is taken out is released after unlocking, because its release may run user code.
class ObserverRegistry: Broadcaster, @unchecked Sendable {
  /// The newest observation of each owner; the others of that owner follow from there.
  @exclusivity(unchecked) private final var owners: [UnsafeRawPointer: OwnedEntry] = [:]
  @exclusivity(unchecked) private final var sweepSlot = 0

  /// Adds an entry. Called under the lock.
  ///
  /// - Parameter isOwners: whether `remove(observer:)` ends it. A token's observation is ended by the token.
  final func add(_ entry: OwnedEntry, isOwners: Bool) {
    register(entry)
    guard isOwners, let owner = entry.ownerAddress else { return }
    entry.previousOfOwner = owners.updateValue(entry, forKey: owner)
  }

  /// Removes an entry that was marked as removed.
  final func remove(_ entry: OwnedEntry) {
    delivery.lock.withLock { unregister(entry) }
  }

  /// Removes the entries of one owner that were registered by `derivation`.
  final func removeAll(of owner: AnyObject, by derivation: Derivation?) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      detachAll(of: OwnedEntry.address(of: owner), into: &released) { $0.derivation === derivation }
    }
    withExtendedLifetime(released) {}
  }

  /// Removes the entries in `audience` whose owners are dead.
  final func removeDead(in audience: ObserverList.Snapshot) {
    var released: [AnyObject] = []
    delivery.lock.withLock {
      for case let entry? in audience { detachIfDead(entry, into: &released) }
    }
    withExtendedLifetime(released) {}
  }

  /// Removes dead entries among a few at each registration. So they never outnumber the living ones, whatever comes and goes,
  /// and registering among many observers stays as cheap as among few. Called under the lock.
  final func sweep(into released: inout [AnyObject]) {
    var looks = snapshot.count <= 8 ? snapshot.count : 4
    while looks > 0, hasObservers {
      looks -= 1
      sweepSlot = sweepSlot + 1 < snapshot.count ? sweepSlot + 1 : 0
      if let entry = snapshot[sweepSlot] { detachIfDead(entry, into: &released) }
    }
  }

  /// Takes all entries out, for the end.
  final func takeAll() -> ObserverList.Snapshot {
    var former: [UnsafeRawPointer: OwnedEntry] = [:]
    let all = delivery.lock.withLock {
      swap(&former, &owners)
      return unregisterAll()
    }
    // One by one, or a long list of one owner would be freed by recursion.
    all.forEachEntry(as: OwnedEntry.self) { $0.previousOfOwner = nil }
    return all
  }

  // MARK: Called under the lock

  private func detachIfDead(_ entry: ObserverEntry, into released: inout [AnyObject]) {
    let entry = unsafeDowncast(entry, to: OwnedEntry.self)
    var owner: AnyObject?
    defer { if let owner { released.append(owner) } }
    guard !entry.isOwnerAlive(keeping: &owner) else { return }
    detachAll(of: entry.ownerAddress, into: &released) { _ in true }
    guard entry.markRemoved() else { return }  // Among those of its owner, unless it has a token.
    released.append(entry)
    unregister(entry)
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
        if entry.markRemoved() { unregister(entry) }
      } else {
        // Oldest last, as before.
        kept?.previousOfOwner = entry
        if kept == nil { owners[owner] = entry }
        kept = entry
      }
    }
  }
}
