// Public for the same reason as `Lock`. Members used for each change are inlinable: otherwise other modules would check
// each access to a stored property for exclusivity, and each check costs as much as the rest of the delivery.

/// The observers of a value, the number of its changes, and its stamp.
///
/// The numbers determine which changes each observer receives. Guarded by the lock of the owner's `SerialDelivery`.
@frozen public struct Audience: ~Copyable {
  @usableFromInline var observers = ObserverList()
  @usableFromInline var changes: UInt64 = 0
  @usableFromInline var lastStamp = Stamp.none

  @inlinable
  public init() {}

  /// Whether there are observers.
  @inlinable @inline(__always)
  public var hasObservers: Bool { observers.count > 0 }

  /// The current observers.
  @inlinable @inline(__always)
  public var snapshot: ObserverList.Snapshot { observers.snapshot }

  /// The number of changes so far.
  @inlinable @inline(__always)
  public var number: UInt64 { changes }

  /// Counts a change and returns its number.
  @inlinable @inline(__always)
  public mutating func nextNumber() -> UInt64 {
    changes &+= 1
    return changes
  }

  /// Registers `entry` for later changes.
  package mutating func register(_ entry: ObserverEntry) {
    entry.registeredAt = changes
    observers.append(entry)
  }

  /// Removes an entry. The caller must hold a reference to it, so that nothing is released under the lock.
  package mutating func unregister(_ entry: ObserverEntry) {
    observers.remove(entry)
  }

  /// Removes all entries and returns them, so that the caller can release them after unlocking.
  package mutating func unregisterAll() -> ObserverList.Snapshot { observers.removeAll() }

  // MARK: The order of bound values

  /// Whether the value has been bound to others.
  @inlinable @inline(__always)
  public var isBound: Bool { lastStamp.set != 0 }

  /// The value's stamp; `.none` unless the value has been bound.
  @inlinable @inline(__always)
  public var stamp: Stamp { lastStamp }

  /// Gives the value a stamp before its first binding.
  package mutating func beginBeingBound() {
    if !isBound { lastStamp = .next() }
  }

  /// Draws a new stamp for a value that is set directly, if the value has been bound.
  package mutating func beginOwnChange() {
    if isBound { lastStamp = .next() }
  }

  /// Accepts a change that arrives through a binding. Returns `false` if the value already has it or a newer one.
  package mutating func accept(_ arriving: Stamp) -> Bool {
    guard arriving > lastStamp else { return false }
    lastStamp = arriving
    return true
  }
}
