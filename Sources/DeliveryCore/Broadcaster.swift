import Synchronization

// Public for the same reason as `Lock`. Members that other modules use for each change are inlinable. Otherwise, these
// modules would check each access to a stored property for exclusivity, and each check costs as much as the rest.

/// The package's one way to deliver to many observers. It knows which observers are registered, and which changes each
/// observer must receive.
///
/// Everything is guarded by `delivery.lock`, except the audience, which belongs to the delivering thread.
open class Broadcaster: @unchecked Sendable {
  public final let delivery = SerialDelivery()

  @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  @exclusivity(unchecked) @usableFromInline final var changes: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline final var lastOrigin: ChangeOrigin?
  /// The number that identifies the value in bindings, or zero if it has never been bound.
  @exclusivity(unchecked) @usableFromInline final var identity: UInt64 = 0

  /// The observers to which the delivering thread delivers the backlog.
  @exclusivity(unchecked) private final var audience: ObserverList.Snapshot = []
  /// Whether the audience is out of date. Set under the lock.
  private final let isAudienceOld = Atomic<Bool>(true)

  package init() {}

  // MARK: Called under the lock

  /// Whether there are observers.
  @inlinable @inline(__always)
  public final var hasObservers: Bool { observers.count > 0 }

  /// The current observers.
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

  /// Registers `entry` for later changes.
  package final func register(_ entry: ObserverEntry) {
    entry.registeredAt = changes
    observers.append(entry)
    isAudienceOld.store(true, ordering: .relaxed)
    delivery.closeBatch()
  }

  /// Removes an entry. The caller holds a reference to it, so that nothing is released under the lock.
  package final func unregister(_ entry: ObserverEntry) {
    observers.remove(entry)
  }

  /// Removes all entries.
  package final func unregisterAll() -> ObserverList.Snapshot { observers.removeAll() }

  // MARK: Called by the delivering thread

  /// The observers that may have to receive the next change of the backlog.
  package final func currentAudience() -> ObserverList.Snapshot {
    if isAudienceOld.load(ordering: .relaxed) {
      audience = delivery.lock.withLock {
        isAudienceOld.store(false, ordering: .relaxed)
        return observers.snapshot
      }
    }
    return audience
  }

  /// Delivers the backlog like `SerialDelivery.drain`. All items of a batch have the same audience.
  package final func drain(limit: consuming TurnLimit, deliver: (ObserverList.Snapshot, Batch) -> Void) -> Bool {
    // Cached, because the property is on a cache line that the appending threads write.
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

  // MARK: The order of bound values. Called under the lock

  /// Whether the value has been bound to others.
  @inlinable @inline(__always)
  public final var isBound: Bool { identity != 0 }

  /// The origin of the last change, if the value is bound to others.
  package final var origin: ChangeOrigin? { lastOrigin }

  /// Prepares the value for a binding, and returns its number.
  package final func enterOrder() -> UInt64 {
    if identity == 0 { identity = ChangeOrigin.nextNumber() }
    return identity
  }

  /// Makes an origin for a change of the value itself.
  package final func beginOwnChange() {
    if isBound { lastOrigin = ChangeOrigin(by: identity) }
  }

  package enum Arrival { case newest, late, seen }

  /// Accepts a change that arrives from another value, and returns how it relates to earlier ones.
  package final func take(_ arriving: ChangeOrigin) -> Arrival {
    let isLate = lastOrigin.map { arriving.stamp < $0.stamp } ?? false
    switch arriving.arrive(at: identity) {
    case .seen: return .seen
    case .first where isLate: return .late
    // Bindings that are made while sets are under way pass old changes on as newer ones, on each way to a value. The value
    // has notified such a change, and takes it again only if it stays.
    case .again where isLate: return .seen
    case .first, .again:
      lastOrigin = arriving
      return .newest
    }
  }
}
