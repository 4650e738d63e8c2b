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

  /// Whether something was appended since the last `take`, or a turn ended before it had delivered everything.
  var isBacklogged: Bool { phase.load(ordering: .relaxed) == Self.backlogged }

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
  /// Appends a job. Called under the lock. Returns `true` if the caller must drain.
  package borrowing func append(job: @escaping () -> Void) -> Bool {
    append(Job(run: job))
  }

  /// Appends an item, with its change if it is a value. Called under the lock. Returns `true` if the caller must drain.
  package borrowing func append<Item>(_ item: Item, _ change: Change = .none) -> Bool {
    withBacklog { _ = $0.append(item, change) }
    return markBacklogged()
  }

  /// Does not retain the backlog: otherwise all threads would write to its reference count.
  @inline(__always)
  borrowing func withBacklog<Result>(_ body: (Backlog) -> Result) -> Result {
    if let backlog = backlog.load(ordering: .acquiring) { return backlog._withUnsafeGuaranteedRef { body($0) } }
    let backlog = Backlog()
    self.backlog.store(.passRetained(backlog), ordering: .releasing)
    return body(backlog)
  }

  @usableFromInline
  borrowing func releaseBacklog() { backlog.load(ordering: .acquiring)?.release() }

  /// Called under the lock. Returns `true` if the delivery was idle, so that the caller must drain.
  borrowing func markBacklogged() -> Bool {
    if isBacklogged { return false }
    return phase.exchange(Self.backlogged, ordering: .acquiringAndReleasing) == Self.idle
  }

  /// Takes all that waits, or leaves if nothing does. Called under the lock by the delivering thread. Returns whether
  /// anything waits.
  borrowing func takeOrLeave(_ backlog: Backlog) -> Bool {
    if stop(backlog) { return false }
    backlog.take()
    phase.store(Self.delivering, ordering: .relaxed)
    return true
  }

  /// Ends the delivery, even if something waits. Called under the lock by the delivering thread. Returns whether nothing
  /// waits.
  borrowing func stop(_ backlog: Backlog) -> Bool {
    let isEmpty = backlog.isEmpty
    if isEmpty { backlog.rewind() }
    phase.store(isEmpty ? Self.idle : Self.backlogged, ordering: .releasing)
    return isEmpty
  }

  /// Delivers until the backlog is empty, and leaves.
  ///
  /// - Parameter deliver: takes and delivers each item of a turn.
  package borrowing func drain(deliver: (inout Turn) -> Void = { while $0.next() != nil {} }) {
    withBacklog { backlog in
      while lock.withLock({ takeOrLeave(backlog) }) {
        var turn = Turn(backlog)
        deliver(&turn)
      }
    }
  }
}
