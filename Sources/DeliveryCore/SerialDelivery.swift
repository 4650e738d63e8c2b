internal import CRuntime
public import Synchronization

// Public for the same reason as `Lock`.

/// The package's one way to serialise delivery: one thread delivers at a time. Items that are appended during a
/// delivery, by other threads or by the delivering thread itself, wait in a backlog.
///
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
  /// Created by the first append, under the lock, and retained until the deinit.
  @usableFromInline let backlog = Atomic<Unmanaged<Backlog>?>(nil)

  @inlinable
  public init() {}

  deinit { releaseBacklog() }

  /// Whether nothing is being delivered and the backlog is empty.
  @inlinable @inline(__always)
  public var isIdle: Bool { phase.load(ordering: .relaxed) == Self.idle }

  /// Makes the caller the delivering thread if the delivery is idle. Takes no lock.
  @inlinable @inline(__always)
  public borrowing func enter() -> Bool {
    isIdle && phase.compareExchange(expected: Self.idle, desired: Self.delivering, ordering: .acquiring).exchanged
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

  /// Appends an item. All items of one delivery have the same type. Called under the lock. Returns `true` if the caller
  /// must start a drain.
  package borrowing func append<Item>(_ item: Item, _ header: Backlog.Header = .init()) -> Bool {
    withBacklog { $0.append(item, header) }
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

  /// Delivers until the backlog is empty, and leaves. Returns `false` if `limit` is reached before that: the rest
  /// remains in the backlog, and the caller must start another drain.
  ///
  /// - Parameters:
  ///   - begin: called under the lock each time the delivering thread takes the pending entries.
  ///   - deliver: called for each entry that is not a job; must take its item from the backlog.
  ///   - pause: called without the lock when the entries taken at `begin` have been delivered, or the limit is
  ///     reached.
  package borrowing func drain(
    limit: consuming TurnLimit = .none, begin: () -> Void = {},
    deliver: (Backlog.Header, Backlog) -> Void = { _, _ in }, pause: () -> Void = {}
  ) -> Bool {
    guard let backlog = backlog.load(ordering: .acquiring)?.takeUnretainedValue() else { return leave() }
    repeat {
      lock.withLock {
        let isAll = backlog.swapSides()
        phase.store(isAll ? Self.delivering : Self.backlogged, ordering: .relaxed)
        begin()
      }
      while let header = backlog.next() {
        if header.isJob { backlog.runJob() } else { deliver(header, backlog) }
        if limit.consume() {
          backlog.clearIfTaken(moreAreComing: false)
          pause()
          return !isBacklogged(backlog)
        }
      }
      backlog.clearIfTaken(moreAreComing: phase.load(ordering: .relaxed) == Self.backlogged)
      pause()
    } while (limit.isInBurst && waitForMore()) || !leave()
    return true
  }

  /// Drains, and delivers to the observers registered when the pending entries are taken. An observer that registers
  /// later must not receive these changes, whose numbers are not greater than its `registeredAt`.
  ///
  /// - Parameter observers: called under the lock.
  package borrowing func drain(
    limit: consuming TurnLimit = .none, to observers: () -> ObserverList.Snapshot,
    deliver: (ObserverList.Snapshot, Backlog.Header, Backlog) -> Void
  ) -> Bool {
    var audience: ObserverList.Snapshot = []
    return drain(
      limit: limit, begin: { audience = observers() }, deliver: { deliver(audience, $0, $1) }, pause: { audience = [] })
  }

  /// Spins for a few microseconds. Returns `true` if more has been appended. Spinning is cheaper than scheduling
  /// another turn, and lets the delivering thread take more entries each time it acquires the lock.
  private borrowing func waitForMore() -> Bool {
    for _ in 0..<4 {
      for _ in 0..<50 { c_runtime_spin_hint() }
      if phase.load(ordering: .relaxed) == Self.backlogged { return true }
    }
    return false
  }

  /// Leaves if nothing is pending. Otherwise the delivery remains backlogged, and another drain must follow.
  private borrowing func isBacklogged(_ backlog: Backlog) -> Bool {
    lock.withLock {
      let isEmpty = backlog.isEmpty
      phase.store(isEmpty ? Self.idle : Self.backlogged, ordering: .releasing)
      return !isEmpty
    }
  }
}
