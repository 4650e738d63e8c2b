public import Synchronization

// Public so that RxCore can inline it.

/// One observer's entry in an ``Audience``.
///
///     new ──register──▶ replaying ──finishReplay──▶ receiving ──▶ removed
///      │                    └──────────────────────────────────────▲ ▲
///      ├──register, without a replay──▶ receiving ───────────────────┘
///
/// A replay is delivered by the thread that registers the entry. What any thread delivers in the meantime is kept, and
/// delivered by the same thread behind the replay. (A replay on the Bindable's queue is a job there, not one of these.)
open class ObserverEntry {
  /// The entry receives only changes with a larger number than this:
  ///
  ///     bit 63: the entry is removed    bit 62: its replay is running
  ///     bits 0 to 61: the number of the last change before the registration; all of them set before it
  @usableFromInline final let registration = Atomic<UInt64>(unregistered)
  /// The place in the array of the audience, which guards it; -1 if there is none.
  @exclusivity(unchecked) final var slot: Int32 = -1
  /// Whether the entry needs no value that is followed by a newer one before it is delivered.
  final let needsOnlyNewest: Bool
  /// Whether the last delivery that is kept is a value. Guarded by the lock.
  @exclusivity(unchecked) private final var keepsValueLast = false
  /// The deliveries that follow the replay. Guarded by the lock.
  @exclusivity(unchecked) private final var kept: [() -> Void] = []

  @usableFromInline static var removed: UInt64 { 1 << 63 }
  @usableFromInline static var replaying: UInt64 { 1 << 62 }
  private static var unregistered: UInt64 { replaying - 1 }

  package init(needsOnlyNewest: Bool = false) {
    self.needsOnlyNewest = needsOnlyNewest
    CreationWatch.didCreate(self)
  }

  /// Whether the entry now receives the change with this number. If not, the change was made before the registration, the
  /// entry is removed, or its replay is running: see `afterReplay`.
  @inlinable @inline(__always)
  public final func receives(_ number: UInt64) -> Bool { registration.load(ordering: .acquiring) < number }

  /// Whether the entry has been removed and must not be called again.
  @inlinable @inline(__always)
  public final var isRemoved: Bool { registration.load(ordering: .acquiring) & Self.removed != 0 }

  /// Marks the entry as removed, so that it is not called again. Returns `true` the first time.
  package final func markRemoved() -> Bool {
    registration.bitwiseOr(Self.removed, ordering: .acquiringAndReleasing).oldValue & Self.removed == 0
  }

  /// Whether the entry must not receive the change with this number, because it has registered since.
  package final func hasRegistered(since number: UInt64) -> Bool { registeredAt >= number }

  /// Whether the entry never receives the change with this number.
  package final func skips(_ number: UInt64) -> Bool { isRemoved || hasRegistered(since: number) }

  private final var registeredAt: UInt64 { registration.load(ordering: .acquiring) & Self.unregistered }

  /// Called under the lock.
  final func didRegister(at number: UInt64, replays: Bool) {
    // By bits, because another thread may be removing the entry.
    if replays { registration.bitwiseOr(Self.replaying, ordering: .relaxed) }
    registration.bitwiseAnd(~Self.unregistered | number, ordering: .relaxed)
  }

  // MARK: The replay

  /// Whether the entry's replay has begun and not ended.
  package final var isReplaying: Bool { registration.load(ordering: .acquiring) & Self.replaying != 0 }

  /// Calls `delivery` or, while the replay is running, keeps it for the end of the replay. Called by the delivering thread,
  /// and by that of `delivered()`.
  ///
  /// - Parameter isValue: whether it is a value, of which the entry may need only the newest.
  package final func afterReplay(under lock: borrowing Lock, isValue: Bool = true, _ delivery: @escaping () -> Void) {
    if !isReplaying { return delivery() }
    var replaced: (() -> Void)?  // Released after unlocking.
    let isKept = lock.withLock {
      if !isReplaying { return false }
      if needsOnlyNewest, isValue, keepsValueLast { replaced = kept.popLast() }
      kept.append(delivery)
      keepsValueLast = isValue
      return true
    }
    extendLifetime(replaced)
    if !isKept { delivery() }
  }

  /// Keeps a delivery for the end of the replay. Called under the lock.
  package final func keep(_ delivery: @escaping () -> Void) { kept.append(delivery) }

  /// Ends the replay, after the deliveries that were kept during it. Called by the thread that has delivered the replay.
  package final func finishReplay(under lock: borrowing Lock) {
    while true {
      let deliveries = lock.withLock {
        if kept.isEmpty { registration.bitwiseAnd(~Self.replaying, ordering: .releasing) }
        keepsValueLast = false
        return exchange(&kept, with: [])
      }
      if deliveries.isEmpty { return }
      for deliver in deliveries { deliver() }
    }
  }
}
