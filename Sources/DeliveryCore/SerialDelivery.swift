public import Synchronization

// Public for the same reason as `Lock`.

/// The package's one way to serialise delivery: one thread delivers at a time. Items that are appended during a
/// delivery, by other threads or by the delivering thread itself, wait in a backlog.
///
///      ┌───────────────append (by any thread)────────────────┐
///      │                                                     ▼
///     idle ──enter──▶ delivering ──append (by any thread)──▶ backlogged
///      ▲                 │   ▲                                   │
///      └──────leave──────┘   └───────────────drain───────────────┘
///
/// - Any thread may enter or append. `lock` guards appending and the owner's other state.
/// - Only the delivering thread leaves and drains. It takes all pending entries under the lock, and delivers them
///   without it.
/// - An append returns `true` if the delivery was idle. The caller must then drain, immediately or on a queue.
@frozen public struct SerialDelivery: ~Copyable, @unchecked Sendable {
  @usableFromInline static var idle: UInt8 { 0 }
  @usableFromInline static var delivering: UInt8 { 1 }
  @usableFromInline static var backlogged: UInt8 { 2 }

  /// Guards appending and the owner's other state.
  public let lock = Lock()

  @usableFromInline let phase = Atomic<UInt8>(0)
  /// Created by the first append, under the lock, and retained until deinit.
  @usableFromInline let backlog = Atomic<Unmanaged<Backlog>?>(nil)

  @inlinable
  public init() {}

  deinit { releaseBacklog() }

  /// Whether nothing is being delivered and the backlog is empty. If so, the caller sees the effects of all deliveries.
  @inlinable @inline(__always)
  public var isIdle: Bool { phase.load(ordering: .acquiring) == Self.idle }

  /// Makes the caller the delivering thread if the delivery is idle. Takes no lock.
  @inlinable @inline(__always)
  public borrowing func enter() -> Bool {
    isIdle && phase.compareExchange(expected: Self.idle, desired: Self.delivering, ordering: .acquiring).exchanged
  }

  /// Like ``enter()``, for an owner that always enters under the lock: there a store suffices, which is cheaper.
  @inlinable @inline(__always)
  public borrowing func enterLocked() -> Bool {
    guard isIdle else { return false }
    phase.store(Self.delivering, ordering: .relaxed)
    return true
  }

  /// Ends the delivery. Returns `false` if the backlog is not empty: the caller remains the delivering thread.
  @inlinable @inline(__always)
  public borrowing func leave() -> Bool {
    phase.compareExchange(
      expected: Self.delivering, desired: Self.idle, successOrdering: .releasing, failureOrdering: .acquiring
    ).exchanged
  }
}

// MARK: - The backlog

extension SerialDelivery {
  /// Appends a job. Called under the lock. Returns `true` if the caller must start a drain.
  package borrowing func append(_ job: @escaping () -> Void) -> Bool {
    withBacklog { $0.append(job) }
    return markBacklogged()
  }

  /// Appends an item, with its change if it is a value. All items of one `SerialDelivery` have the same type. Called
  /// under the lock. Returns `true` if the caller must start a drain.
  package borrowing func append<Item>(_ item: Item, _ change: Change = Change(number: 0)) -> Bool {
    withBacklog { $0.append(item, change) }
    return markBacklogged()
  }

  /// Does not retain the backlog: otherwise all threads would write to its reference count.
  @inline(__always)
  private borrowing func withBacklog(_ body: (Backlog) -> Void) {
    if let backlog = backlog.load(ordering: .relaxed) { return backlog._withUnsafeGuaranteedRef { body($0) } }
    let backlog = Backlog()
    body(backlog)
    self.backlog.store(.passRetained(backlog), ordering: .releasing)
  }

  @usableFromInline
  borrowing func releaseBacklog() { backlog.load(ordering: .acquiring)?.release() }

  /// Called under the lock. Returns `true` if the delivery was idle, so that the caller must start a drain.
  private borrowing func markBacklogged() -> Bool {
    if phase.load(ordering: .relaxed) == Self.backlogged { return false }
    return phase.exchange(Self.backlogged, ordering: .acquiringAndReleasing) == Self.idle
  }

  /// Delivers until the backlog is empty, and leaves.
  ///
  /// - Parameters:
  ///   - begin: called under the lock each time the delivering thread takes the pending entries.
  ///   - deliver: called for each entry that is not a job; must take its item from the backlog.
  package borrowing func drain(begin: () -> Void = {}, deliver: (Change, Backlog) -> Void = { _, _ in }) {
    var (count, limit) = (Int.max, TurnLimit.none)
    _ = drain(&count, &limit, lock: lock, begin: begin, deliver: deliver)
  }

  /// Delivers `count` entries, or fewer if `limit` is reached, and subtracts those delivered from `count`.
  ///
  /// - Parameters:
  ///   - lock: the lock under which callers append.
  ///   - end: called when the entries taken at `begin` have been delivered.
  /// - Returns: whether nothing is pending any more: the caller has left. Otherwise, another drain must follow.
  package borrowing func drain(
    _ count: inout Int, _ limit: inout TurnLimit, lock: borrowing Lock, begin: () -> Void = {},
    deliver: (Change, Backlog) -> Void, end: () -> Void = {}
  ) -> Bool {
    guard let backlog = backlog.load(ordering: .acquiring)?.takeUnretainedValue() else { return leave() }
    while count > 0, !limit.isReached {
      switch backlog.next() {
      case .job(let job): job()
      case .item(let change): deliver(change, backlog)
      case nil:
        backlog.clearIfTaken(moreAreComing: phase.load(ordering: .relaxed) == Self.backlogged)
        end()
        if leave() { return true }
        lock.withLock {
          backlog.swapSides()
          phase.store(Self.delivering, ordering: .relaxed)
          begin()
        }
        continue
      }
      count -= 1
      limit.consume()
    }
    guard backlog.clearIfTaken(moreAreComing: false) else { return false }
    end()
    return leave()
  }
}

/// A queue of pending jobs and items; all items have the same type.
///
/// Any thread may append to the waiting side, under the delivery's lock. The delivering thread empties the taken side
/// without the lock, and then swaps the two under the lock.
public final class Backlog {
  enum Entry {
    case job(() -> Void)
    /// An item, which the delivering thread takes with `takeItem(as:)`.
    case item(Change)
  }

  private struct Side: ~Copyable {
    var entries: ContiguousArray<Entry> = []
    var items = Items()
    /// The number of entries that have been taken.
    var taken = 0
  }

  @exclusivity(unchecked) private var waiting = Side()
  /// Padding, so that threads on the two sides do not write to the same cache line.
  private let gap: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  @exclusivity(unchecked) private var taken = Side()

  // MARK: Called under the lock

  func append(_ job: @escaping () -> Void) {
    waiting.entries.append(.job(job))
  }

  func append<Item>(_ item: Item, _ change: Change) {
    waiting.entries.append(.item(change))
    waiting.items.append(item)
  }

  /// Makes the appended entries available to the delivering thread, which calls this when it has none left.
  func swapSides() { swap(&waiting, &taken) }

  // MARK: Called by the delivering thread

  /// Removes and returns the next entry. If it is an item, the caller then calls `takeItem(as:)`.
  func next() -> Entry? {
    if taken.taken == taken.entries.count { return nil }
    var entry = Entry.item(Change(number: 0))  // A placeholder, so that a job is released once it has run.
    swap(&entry, &taken.entries[taken.taken])
    taken.taken += 1
    return entry
  }

  /// Removes and returns the item of the entry that `next()` returned.
  package func takeItem<Item>(as type: Item.Type) -> Item { taken.items.takeNext() }

  /// Clears the delivering thread's side if all its entries have been taken; returns whether they have. If
  /// `moreAreComing` is `false`, also frees a large side's memory.
  @discardableResult
  func clearIfTaken(moreAreComing: Bool) -> Bool {
    guard taken.taken == taken.entries.count else { return false }
    let keepsMemory = moreAreComing || taken.entries.capacity <= 512
    taken.entries.removeAll(keepingCapacity: keepsMemory)
    taken.items.clear(keepingMemory: keepsMemory)
    taken.taken = 0
    return true
  }
}

/// Items of one type, in the order in which they were appended.
///
/// In unspecialised generic code, each operation on an array of items costs several look-ups of the array's type. This
/// type looks up only `Item`.
private struct Items: ~Copyable {
  /// Destroys items. Set when the first item is appended, because only `append` knows the type.
  private var deinitialize: ((_ memory: UnsafeMutableRawPointer, _ items: Range<Int>) -> Void)?
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var count = 0
  private var taken = 0

  deinit {
    guard let memory else { return }
    deinitialize?(memory, taken..<count)
    memory.deallocate()
  }

  mutating func append<Item>(_ item: Item) {
    if count == capacity { grow(to: max(16, 2 * capacity), as: Item.self) }
    items(as: Item.self).advanced(by: count).initialize(to: item)
    count += 1
  }

  mutating func takeNext<Item>() -> Item {
    defer { taken += 1 }
    return items(as: Item.self).advanced(by: taken).move()
  }

  /// Called when all items have been taken.
  mutating func clear(keepingMemory: Bool) {
    (count, taken) = (0, 0)
    if keepingMemory { return }
    memory?.deallocate()
    memory = nil
    capacity = 0
  }

  private func items<Item>(as type: Item.Type) -> UnsafeMutablePointer<Item> {
    guard let memory else { preconditionFailure("An entry of a backlog has no item.") }
    return memory.assumingMemoryBound(to: Item.self)
  }

  @inline(never)
  private mutating func grow<Item>(to larger: Int, as type: Item.Type) {
    let items = UnsafeMutablePointer<Item>.allocate(capacity: larger)
    if let memory {
      items.moveInitialize(from: memory.assumingMemoryBound(to: Item.self), count: count)
      memory.deallocate()
    }
    if deinitialize == nil {
      deinitialize = { $0.assumingMemoryBound(to: Item.self).advanced(by: $1.lowerBound).deinitialize(count: $1.count) }
    }
    memory = UnsafeMutableRawPointer(items)
    capacity = larger
  }
}
