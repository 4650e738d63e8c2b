internal import CRuntime
public import Synchronization

// This target has no product, so its public declarations are visible in this package only. They are not `package`,
// because `package` declarations are not inlined into other modules.

/// The package's only lock, for short critical sections. B3 and R5 of the contract name the only sections that call
/// user code.
///
/// `Mutex` is a futex with priority inheritance, which the kernel hands to the next waiting thread. Under
/// contention, each critical section therefore costs context switches: with eight threads on two cores, 3 to 13
/// microseconds, compared with 0.04 to 0.15 for this lock. This lock is free once it is released, so a running thread
/// may acquire it again before a waiting thread wakes up.
@frozen public struct Lock: ~Copyable, Sendable {
  //     free ──lock──▶ locked ──lock by another thread──▶ contended
  //      ▲               │                                    │
  //      └────unlock─────┴────────unlock, wake one thread─────┘
  @usableFromInline static var free: UInt32 { 0 }
  @usableFromInline static var locked: UInt32 { 1 }
  @usableFromInline static var contended: UInt32 { 2 }

  @usableFromInline let state = Atomic<UInt32>(0)

  @inlinable
  public init() {}

  /// Acquires the lock, for a caller that unlocks in another function.
  @inlinable @inline(__always)
  public borrowing func lock() {
    if state.compareExchange(expected: Self.free, desired: Self.locked, ordering: .acquiring).exchanged { return }
    waitUntilFree()
  }

  /// Acquires the lock and returns `true` if it is free.
  @inlinable @inline(__always)
  public borrowing func tryLock() -> Bool {
    state.compareExchange(expected: Self.free, desired: Self.locked, ordering: .acquiring).exchanged
  }

  /// Acquires the lock and returns `true`, unless it takes longer than about `limit` nanoseconds.
  @inlinable @inline(__always)
  public borrowing func tryLock(for limit: Int64) -> Bool { tryLock() || waitUntilFree(for: limit) }

  /// Releases the lock that the caller has acquired.
  @inlinable @inline(__always)
  public borrowing func unlock() {
    if state.exchange(Self.free, ordering: .releasing) == Self.contended { wakeOne() }
  }

  @usableFromInline @inline(never)
  borrowing func waitUntilFree() { _ = waitUntilFree(until: .max) }

  @usableFromInline @inline(never)
  borrowing func waitUntilFree(for limit: Int64) -> Bool { waitUntilFree(until: c_runtime_coarse_time() + limit) }

  /// Acquires the lock; returns `false` if it is not free at the deadline, a time of the coarse clock.
  ///
  /// Spins for 1, 2, 4 and so on up to 64 processor pauses, a few microseconds in all, because a critical section is much
  /// shorter than a sleep; then sleeps. A thread that has slept cannot know whether others are still asleep, so it acquires
  /// the lock as contended.
  private borrowing func waitUntilFree(until deadline: Int64) -> Bool {
    for round in 0..<7 {
      for _ in 0..<(1 << round) { c_runtime_spin_hint() }
      if state.load(ordering: .relaxed) == Self.free, tryLock() { return true }
    }
    return withUnsafePointer(to: state) { address in
      while state.exchange(Self.contended, ordering: .acquiring) != Self.free {
        let left = deadline == .max ? Int64.max : deadline - c_runtime_coarse_time()
        if left <= 0 { return false }
        c_runtime_wait(address, Self.contended, left)
      }
      return true
    }
  }

  /// Wakes one waiting thread. The lock may already have been deallocated, if another thread has acquired and
  /// released it in the meantime; the kernel uses the address only as a key.
  @usableFromInline @inline(never)
  borrowing func wakeOne() {
    withUnsafePointer(to: state) { c_runtime_wake_one($0) }
  }

  /// Runs `body` while the lock is held. Unlike `Mutex.withLock`, this does not require sendable values: the calling
  /// class is responsible for its own state.
  @inlinable @inline(__always)
  public borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
