public import Synchronization

// This target has no product, so what is public here is public to this package only: `package` declarations are not
// inlined into other modules, and these few must be.

/// The package's one way to lock: short critical sections that never call user code.
@frozen public struct Lock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex<Void>(())
  #if DEBUG
    /// On Linux the kernel hands a contended mutex from thread to thread, which the thread sanitizer cannot see and takes
    /// for a race; this it sees.
    @usableFromInline let handover = Atomic<Bool>(false)
  #endif

  @inlinable
  public init() {}

  /// Runs `body` while the lock is held. `Mutex.withLock` asks that what goes in and comes out be sendable; here the
  /// caller's class vouches for its own state, so the region check is lifted in this one place.
  @inlinable @inline(__always)
  public borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    #if DEBUG
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
    #endif
    return try body()
  }
}
