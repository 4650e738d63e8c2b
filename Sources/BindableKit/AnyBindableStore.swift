internal import CRuntime
import DeliveryCore

/// The part of a ``BindableStore`` that does not depend on its value type. It is a root of derived values, and keeps
/// its observers in registration order and indexed by owner.
///
/// Guarded by `delivery.lock`. Removed entries are released after unlocking, because releasing them may run user code.
class AnyBindableStore: Receiver, @unchecked Sendable {
  @exclusivity(unchecked) final var audience = Audience()
  /// Each owner's newest observation, which links to the owner's older ones.
  @exclusivity(unchecked) private final var owners: [UnsafeRawPointer: OwnedEntry] = [:]
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
    audience.register(entry)
    guard endsWithOwner, let owner = entry.ownerAddress else { return }
    entry.previousOfOwner = owners.updateValue(entry, forKey: owner)
  }

  /// Unregisters an entry that is marked as removed.
  func remove(_ entry: OwnedEntry) {
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
