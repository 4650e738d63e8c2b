import Synchronization

// Public for the same reason as `Lock`. What other modules use for each change is inlinable: they would check each access to a
// stored property for exclusivity, and each check costs as much as the rest.

/// The package's one way to deliver to many observers: which are registered, and which change concerns which.
///
/// Everything is guarded by `delivery.lock`, except the audience, which belongs to the delivering thread.
open class Broadcaster: @unchecked Sendable {
  public final let delivery = SerialDelivery()

  @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  @exclusivity(unchecked) @usableFromInline final var changes: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline final var lastOrigin: ChangeOrigin?
  /// The number of the value among bound ones; zero if it has never been bound.
  @exclusivity(unchecked) @usableFromInline final var identity: UInt64 = 0

  /// The observers to which the delivering thread delivers the backlog.
  @exclusivity(unchecked) private final var audience: ObserverList.Snapshot = []
  /// Whether the audience must be taken anew. Raised under the lock.
  private final let isAudienceOld = Atomic<Bool>(true)

  package init() {}

  // MARK: Called under the lock

  /// Whether there are observers.
  @inlinable @inline(__always)
  public final var hasObservers: Bool { observers.count > 0 }

  /// The observers of this moment.
  @inlinable @inline(__always)
  public final var snapshot: ObserverList.Snapshot { observers.snapshot }

  /// The number of changes so far.
  @inlinable @inline(__always)
  public final var number: UInt64 { changes }

  /// Counts a change and returns its number.
  @inlinable @inline(__always)
  public final func nextNumber() -> UInt64 {
    changes &+= 1
    return changes
  }

  /// Registers `entry` for the changes that follow.
  package final func register(_ entry: ObserverEntry) {
    entry.registeredAt = changes
    observers.append(entry)
    isAudienceOld.store(true, ordering: .relaxed)
    delivery.closeBatch()
  }

  /// Takes out an entry. The caller holds a reference to it, so that nothing is released under the lock.
  package final func unregister(_ entry: ObserverEntry) {
    observers.remove(entry)
  }

  /// Takes out all entries.
  package final func unregisterAll() -> ObserverList.Snapshot { observers.removeAll() }

  // MARK: Called by the delivering thread

  /// Everyone whom the next change of the backlog may concern.
  package final func currentAudience() -> ObserverList.Snapshot {
    if isAudienceOld.load(ordering: .relaxed) {
      audience = delivery.lock.withLock {
        isAudienceOld.store(false, ordering: .relaxed)
        return observers.snapshot
      }
    }
    return audience
  }

  /// Delivers what waits, as `SerialDelivery.drain` does. All items of a batch have the same audience.
  package final func drain(limit: consuming TurnLimit, deliver: (ObserverList.Snapshot, Batch) -> Void) -> Bool {
    // Not looked up for each item: it stands beside what the appending threads write.
    var last: Batch?
    var audience: ObserverList.Snapshot = []
    return delivery.drain(
      limit: limit,
      deliver: { batch in
        if batch !== last {
          last = batch
          audience = currentAudience()
        }
        deliver(audience, batch)
      },
      pause: {
        audience = []
        last = nil
        releaseAudience()
      })
  }

  /// Releases the audience, and with it the observers that were removed meanwhile.
  package final func releaseAudience() {
    isAudienceOld.store(true, ordering: .relaxed)
    audience = []
  }

  // MARK: The order among bound values. Called under the lock

  /// Whether the value has been bound to others.
  @inlinable @inline(__always)
  public final var isBound: Bool { identity != 0 }

  /// The origin of the last change, if the value is bound to others.
  package final var origin: ChangeOrigin? { lastOrigin }

  /// Prepares the value to be bound, and returns its number.
  package final func enterOrder() -> UInt64 {
    if identity == 0 { identity = ChangeOrigin.nextNumber() }
    return identity
  }

  /// Gives a change that the value makes itself its origin.
  package final func beginOwnChange() {
    if isBound { lastOrigin = ChangeOrigin(by: identity) }
  }

  package enum Arrival { case newest, late, seen }

  /// Takes a change that comes from another value.
  package final func take(_ arriving: ChangeOrigin) -> Arrival {
    guard arriving.take(by: identity) else { return .seen }
    if let lastOrigin, lastOrigin.stamp > arriving.stamp { return .late }
    lastOrigin = arriving
    return .newest
  }
}
