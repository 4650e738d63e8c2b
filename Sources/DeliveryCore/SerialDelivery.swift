internal import CRuntime
public import Synchronization

// Public for the same reason as `Lock`.

/// The package's one way to serialise delivery: one thread delivers at a time. Items that other threads append
/// meanwhile, or that the delivering thread appends inside an observer, wait in a backlog.
///
///     idle ──enter──▶ delivering ──append (by any thread)──▶ backlogged
///      ▲                 │   ▲                                   │
///      └──────leave──────┘   └───────────────drain───────────────┘
///
/// - Any thread may enter or append. `lock` guards appending, and also other state of the owner.
/// - Only the delivering thread leaves and drains. It takes items from the backlog without the lock, so that appending
///   and delivering do not wait for each other. No lock is held during a delivery.
/// - An append returns `true` if the delivery was idle. The caller must then drain, immediately or on a queue.
@frozen public struct SerialDelivery: ~Copyable, @unchecked Sendable {
  @usableFromInline static var idle: UInt8 { 0 }
  @usableFromInline static var delivering: UInt8 { 1 }
  @usableFromInline static var backlogged: UInt8 { 2 }

  /// Guards the end of the backlog, and other state of the owner.
  public let lock = Lock()

  @usableFromInline let phase = Atomic<UInt8>(0)
  /// The batch from which items are taken, retained. Used by the delivering thread.
  @usableFromInline let head = Atomic<UnsafeRawPointer?>(nil)
  /// The batch to which items are appended. Guarded by the lock.
  @usableFromInline let tail = Atomic<UnsafeRawPointer?>(nil)

  @inlinable
  public init() {}

  deinit { releaseBatches() }

  /// Whether nothing is being delivered and the backlog is empty.
  @inlinable @inline(__always)
  public var isIdle: Bool { phase.load(ordering: .relaxed) == Self.idle }

  /// Makes the caller the delivering thread if the delivery is idle. Needs no lock.
  @inlinable @inline(__always)
  public borrowing func enter() -> Bool {
    phase.compareExchange(expected: Self.idle, desired: Self.delivering, ordering: .acquiring).exchanged
  }

  /// Ends the delivery. Returns `false` if the backlog is not empty: the caller is still the delivering thread.
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
    openBatch(holdsJobs: true, number: nil, make: ItemBatch<() -> Void>.ofJobs).append(job)
    return markBacklogged()
  }

  /// Appends an item. It goes into a new batch if it has a number that does not directly follow the number of the last
  /// item. All items of one delivery have the same type. Called under the lock. Returns `true` if the caller must start
  /// a drain.
  package borrowing func append<Item>(_ item: Item, number: UInt64? = nil) -> Bool {
    openBatch(holdsJobs: false, number: number, make: { ItemBatch<Item>(firstNumber: number ?? 0) }).append(item)
    return markBacklogged()
  }

  private borrowing func openBatch<Item>(
    holdsJobs: Bool, number: UInt64?, make: () -> ItemBatch<Item>
  ) -> ItemBatch<Item> {
    let last = Self.batch(at: tail.load(ordering: .relaxed))
    if let last, last.isOpen, last.holdsJobs == holdsJobs, number.map(last.isFollowed) ?? true {
      return unsafeDowncast(last, to: ItemBatch<Item>.self)
    }
    let batch = make()
    let retained = Unmanaged<Batch>.passRetained(batch)
    if let last {
      last.following.store(retained, ordering: .releasing)
    } else {
      head.store(retained.toOpaque(), ordering: .relaxed)
    }
    tail.store(retained.toOpaque(), ordering: .relaxed)
    return batch
  }

  /// Closes the open batch: the next item begins a new one. Called under the lock.
  package borrowing func closeBatch() {
    Self.batch(at: tail.load(ordering: .relaxed))?.isOpen = false
  }

  /// Marks the backlog as not empty for the delivering thread. Returns `true` if there is no delivering thread.
  private borrowing func markBacklogged() -> Bool {
    // Both sides write, pass a fence and then read. So either the delivering thread sees the item when it checks the
    // backlog, or this thread sees that the check has begun, and requests another one.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if phase.load(ordering: .relaxed) == Self.backlogged { return false }
    return phase.exchange(Self.backlogged, ordering: .acquiringAndReleasing) == Self.idle
  }

  /// Delivers until the backlog is empty, and leaves. Returns `false` if `limit` is reached before. The caller must
  /// then start another drain.
  ///
  /// - Parameters:
  ///   - deliver: is called with a batch, and must take one item from it.
  ///   - pause: is called before the thread leaves or returns, while it is still the delivering thread.
  package borrowing func drain(
    limit: consuming TurnLimit = .none, deliver: (Batch) -> Void = { _ in }, pause: () -> Void = {}
  ) -> Bool {
    while true {
      phase.store(Self.delivering, ordering: .relaxed)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      while let batch = nextBatch() {
        repeat {
          if batch.holdsJobs { ItemBatch.runNextJob(of: batch) } else { deliver(batch) }
          if limit.isReached() {
            pause()
            if nextBatch() == nil, leave() { return true }
            phase.store(Self.backlogged, ordering: .releasing)
            return false
          }
        } while batch.hasNext
      }
      if limit.isInBurst, waitForMore() { continue }
      pause()
      if leave() { return true }
    }
  }

  /// Waits for a few microseconds without giving up the processor. Returns `true` if more items have arrived.
  /// Redispatching costs more than this wait, and threads that check the backlog less often contend less.
  private borrowing func waitForMore() -> Bool {
    for _ in 0..<4 {
      for _ in 0..<50 { c_runtime_spin_hint() }
      if nextBatch() != nil { return true }
    }
    return false
  }

  /// The batch with the next item. Releases the batches before it.
  private borrowing func nextBatch() -> Batch? {
    while let batch = Self.batch(at: head.load(ordering: .relaxed)) {
      if batch.hasNext { return batch }
      guard let following = batch.following.load(ordering: .acquiring) else { return nil }
      // An item may have been appended between the two loads. None is appended after `following` is set.
      if batch.hasNext { return batch }
      head.store(following.toOpaque(), ordering: .relaxed)
      Unmanaged.passUnretained(batch).release()
    }
    return nil
  }

  @usableFromInline
  borrowing func releaseBatches() {
    var next = Self.batch(at: head.load(ordering: .relaxed))
    while let batch = next {
      next = batch.following.load(ordering: .acquiring)?.takeUnretainedValue()
      Unmanaged.passUnretained(batch).release()
    }
  }

  private static func batch(at address: UnsafeRawPointer?) -> Batch? {
    address.map { Unmanaged<Batch>.fromOpaque($0).takeUnretainedValue() }
  }
}
