// Public so that RxCore can inline it. Members used for each change are inlinable: otherwise other modules would check
// each access to a stored property for exclusivity, and each check costs as much as the rest of the delivery.

/// The observers of a value and the number of its changes: the package's only list of observers.
///
/// Observers are in order of registration, and removed in constant time on average. A snapshot is the array itself, which
/// is copied only if observers are added or removed during a delivery. The numbers determine which changes each observer
/// receives. Guarded by the lock of the holder's `SerialDelivery`.
@frozen public struct Audience: ~Copyable {
  public typealias Snapshot = ContiguousArray<ObserverEntry?>

  /// The current observers, and `nil` in place of some that were removed.
  public private(set) var snapshot: Snapshot = []
  /// The number of current observers.
  public private(set) var count = 0
  /// The number of current observers that need every value.
  @usableFromInline var countOfEvery = 0
  /// The number of changes so far.
  public var number: UInt64 = 0
  /// For bindings; `nil` unless the value is or was in one.
  @usableFromInline var bindingState: BindingState?

  @inlinable
  public init() {}

  @inlinable @inline(__always)
  public var isEmpty: Bool { count == 0 }

  /// Whether no observer needs a value that is followed by a newer one before it is delivered.
  @inlinable @inline(__always)
  public var needsOnlyNewest: Bool { countOfEvery == 0 }

  // MARK: Changes

  /// Numbers a change that is set here and now.
  @inlinable @inline(__always)
  public mutating func accept() -> Change {
    number &+= 1
    return bindingState?.set(number) ?? Change(number: number)
  }

  /// Whether the value is or was in a binding.
  @inlinable @inline(__always)
  public var isBound: Bool { bindingState != nil }

  // MARK: The observers

  /// Registers `entry` for later changes, behind all others. If it is to receive a replay first, these changes are kept
  /// for it until `finishReplay`.
  package mutating func register(_ entry: ObserverEntry, replays: Bool = false) {
    entry.didRegister(at: number, replays: replays)
    entry.slot = Int32(truncatingIfNeeded: snapshot.count)
    snapshot.append(entry)
    count += 1
    if !entry.needsOnlyNewest { countOfEvery += 1 }
  }

  /// Removes an entry. The caller must hold a reference to the entry, so that nothing is released under the lock.
  package mutating func remove(_ entry: ObserverEntry) {
    let slot = Int(entry.slot)
    guard slot >= 0 else { return }
    entry.slot = -1
    snapshot[slot] = nil
    count -= 1
    if !entry.needsOnlyNewest { countOfEvery -= 1 }
    if slot == snapshot.count - 1 { snapshot.removeLast() }
    if snapshot.count > 32, count < snapshot.count / 2 {
      snapshot = snapshot.filter { $0 != nil }
      for (slot, entry) in snapshot.enumerated() { entry?.slot = Int32(truncatingIfNeeded: slot) }
    }
  }

  /// Removes all entries and returns them, so that the caller can release them after unlocking.
  package mutating func removeAll() -> Snapshot {
    for case let entry? in snapshot { entry.slot = -1 }
    (count, countOfEvery) = (0, 0)
    return exchange(&snapshot, with: [])
  }
}

extension Audience.Snapshot {
  /// Calls `body` with each entry, in order of registration.
  ///
  /// The array keeps its entries alive during the loop, so `body` borrows them. Retaining each entry would cost two
  /// atomic operations for each observer and value.
  @inlinable @inline(__always)
  public func forEachEntry<Entry: ObserverEntry>(as type: Entry.Type, _ body: (Entry) -> Void) {
    withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: MemoryLayout<UnsafeRawPointer?>.stride) {
        guard let entry = bytes.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { continue }
        Unmanaged<Entry>.fromOpaque(entry)._withUnsafeGuaranteedRef { body($0) }
      }
    }
  }
}
