// Public for the same reason as `Lock`. Members that other modules use for each change are inlinable. Otherwise, these
// modules would check each access to a stored property for exclusivity, and each check costs as much as the rest.

/// The package's one way to deliver to many observers. It knows which observers are registered, and which changes each
/// observer must receive.
///
/// Everything is guarded by `delivery.lock`.
open class Broadcaster: @unchecked Sendable {
  public final let delivery = SerialDelivery()

  @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  @exclusivity(unchecked) @usableFromInline final var changes: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline final var lastOrigin: ChangeOrigin?
  /// The number that identifies the value in bindings, or zero if it has never been bound.
  @exclusivity(unchecked) @usableFromInline final var identity: UInt64 = 0

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
  }

  /// Removes an entry. The caller holds a reference to it, so that nothing is released under the lock.
  package final func unregister(_ entry: ObserverEntry) {
    observers.remove(entry)
  }

  /// Removes all entries.
  package final func unregisterAll() -> ObserverList.Snapshot { observers.removeAll() }

  // MARK: Called by the delivering thread

  /// Delivers the backlog like `SerialDelivery.drain`, with the observers of the moment at which it was taken. An observer that
  /// is registered later receives none of these changes, because their numbers are not greater than its own.
  package final func drain(
    limit: consuming TurnLimit = .none, deliver: (ObserverList.Snapshot, Backlog.Header, Backlog) -> Void
  ) -> Bool {
    var audience: ObserverList.Snapshot = []
    return delivery.drain(
      limit: limit, begin: { audience = observers.snapshot }, deliver: { deliver(audience, $0, $1) },
      pause: { audience = [] })
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
