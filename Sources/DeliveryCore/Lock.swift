public import Synchronization

// This target has no product, so its public declarations are visible in this package only. They are not `package`,
// because `package` declarations are not inlined into other modules.

/// The package's one way to lock: short critical sections that never call user code.
@frozen public struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex<Void>(())
  #if DEBUG
    /// On Linux the kernel passes a contended mutex from thread to thread, which the thread sanitizer cannot see and
    /// reports as a race. It sees this atomic.
    @usableFromInline let handover = Atomic<Bool>(false)
  #endif

  @inlinable
  public init() {}

  /// Runs `body` while the lock is held. `Mutex.withLock` requires sendable values. Here the calling class is
  /// responsible for its own state, so the region check is skipped in this one place.
  @inlinable @inline(__always)
  public borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Acquires the lock, for a caller that unlocks in another function.
  @inlinable @inline(__always)
  public borrowing func lock() {
    mutex._unsafeLock()
    #if DEBUG
      _ = handover.load(ordering: .acquiring)
    #endif
  }

  /// Releases the lock that the caller has acquired with ``lock()``.
  @inlinable @inline(__always)
  public borrowing func unlock() {
    #if DEBUG
      handover.store(true, ordering: .releasing)
    #endif
    mutex._unsafeUnlock()
  }
}
