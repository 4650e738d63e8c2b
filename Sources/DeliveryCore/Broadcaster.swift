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
  @exclusivity(unchecked) @usableFromInline final var lastStamp = Stamp.none

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
  public final var isBound: Bool { lastStamp != .none }

  /// The stamp of the value, if it has been bound to others.
  @inlinable @inline(__always)
  public final var stamp: Stamp { lastStamp }

  /// Prepares the value for a binding.
  package final func beginBeingBound() {
    if !isBound { lastStamp = .next() }
  }

  /// Gives a change of the value itself its stamp.
  package final func beginOwnChange() {
    if isBound { lastStamp = .next() }
  }

  /// Begins a change that arrives from another value. Returns `false` if the value holds a newer one, or this one.
  package final func accept(_ arriving: Stamp) -> Bool {
    guard arriving > lastStamp else { return false }
    lastStamp = arriving
    return true
  }
}
