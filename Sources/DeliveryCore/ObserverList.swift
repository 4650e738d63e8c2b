public import Synchronization

/// What a list of observers holds for each: whether it still wants to hear, and since when it listens.
open class ObserverEntry {
  @usableFromInline final let removal = Atomic<Bool>(false)
  @exclusivity(unchecked) fileprivate final var slot: Int32 = -1

  /// The number of the last change made before this entry was registered. Set before anyone is told of the entry.
  @exclusivity(unchecked) @usableFromInline final var registration: UInt64 = 0

  package init() {
    CreationWatch.didCreate(self)
  }

  /// `true` once the entry was removed: it is not called again.
  @inlinable @inline(__always)
  public final var isRemoved: Bool { removal.load(ordering: .acquiring) }

  // Not a stored property: other modules would check each access for exclusiveness.
  @inlinable @inline(__always)
  public final var registeredAt: UInt64 {
    get { registration }
    set { registration = newValue }
  }

  /// Silences the entry at once, wherever a delivery may be; the first call answers `true`.
  open func silence() -> Bool {
    !removal.exchange(true, ordering: .acquiringAndReleasing)
  }
}

/// The package's one list of observers: registration order, constant-time removal, snapshots by reference.
///
/// Guarded by its owner's lock. A snapshot is the array itself: it is copied only when observers come or go while
/// someone delivers, never when a value is set.
public struct ObserverList {
  public typealias Snapshot = ContiguousArray<ObserverEntry?>

  package private(set) var snapshot: Snapshot = []
  package private(set) var count = 0

  package init() {}

  /// Adds an entry behind all others.
  package mutating func append(_ entry: ObserverEntry) {
    if snapshot.count == snapshot.capacity, count < snapshot.count / 2 { compact() }
    entry.slot = Int32(truncatingIfNeeded: snapshot.count)
    snapshot.append(entry)
    count += 1
  }

  /// Takes an entry out. The caller holds a reference of its own, so nothing is freed under the lock.
  package mutating func remove(_ entry: ObserverEntry) {
    let slot = Int(entry.slot)
    guard slot >= 0 else { return }
    entry.slot = -1
    snapshot[slot] = nil
    count -= 1
    if slot == snapshot.count - 1 {
      snapshot.removeLast()
    } else if snapshot.count > 32, count < snapshot.count / 4 {
      compact()
    }
  }

  /// Hands over all entries.
  package mutating func removeAll() -> Snapshot {
    let all = snapshot
    for case let entry? in all { entry.slot = -1 }
    snapshot = []
    count = 0
    return all
  }

  private mutating func compact() {
    var packed = Snapshot()
    packed.reserveCapacity(count * 2)
    for case let entry? in snapshot {
      entry.slot = Int32(truncatingIfNeeded: packed.count)
      packed.append(entry)
    }
    snapshot = packed
  }
}

extension ObserverList.Snapshot {
  /// Calls `body` with each entry, in order of registration.
  ///
  /// The array keeps its entries for as long as this runs, so they are lent out without being retained one by one,
  /// which would cost two atomic operations for each observer of each value.
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
