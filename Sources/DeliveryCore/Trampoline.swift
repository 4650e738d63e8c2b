internal import CRuntime

// Public for the same reason as `Lock`.

/// A thread's queue of jobs for Rx's `CurrentThreadScheduler`.
///
/// Each thread uses only its own trampoline. What a queue delivers runs on an idle one (see ``runIdle(_:)``).
public final class Trampoline {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { state in
      if let state { Unmanaged<Trampoline>.fromOpaque(state).release() }
    }
    precondition(result == 0, "The process has no thread-specific key left (pthread_key_create: \(result)).")
    return key
  }()

  /// Whether a subscription or scheduled work is running on this thread, so that new work is enqueued.
  @exclusivity(unchecked) public private(set) final var isRunning = false
  @usableFromInline let jobs = Queue<Job>()

  /// The current thread's trampoline, which the thread owns.
  @usableFromInline static var address: UnsafeMutableRawPointer {
    if let state = pthread_getspecific(key) { return state }
    let state = Unmanaged.passRetained(Trampoline()).toOpaque()
    pthread_setspecific(key, state)
    return state
  }

  /// Calls `body` with the current thread's trampoline.
  @inlinable @inline(__always)
  public static func withCurrent<Result>(_ body: (Trampoline) -> Result) -> Result {
    Unmanaged<Trampoline>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  /// Whether a subscription or scheduled work is running on the current thread.
  @inlinable @inline(__always)
  public static var isRunningHere: Bool { withCurrent { $0.isRunning } }

  /// Runs `body` on the current thread's trampoline: within its current run if there is one.
  @inlinable @inline(__always)
  public static func run<Result>(_ body: () -> Result) -> Result {
    withCurrent { $0.isRunning ? body() : $0.run(body) }
  }

  /// Runs `body` as if nothing were running on the current thread: what it subscribes to, and what it schedules on the
  /// thread, does not wait for the caller's work.
  package static func runIdle(_ body: () -> Void) {
    let outer = pthread_getspecific(key)
    if outer == nil || !isRunningHere { return body() }
    pthread_setspecific(key, nil)
    body()
    if let inner = pthread_getspecific(key) { Unmanaged<Trampoline>.fromOpaque(inner).release() }
    pthread_setspecific(key, outer)
  }

  /// Whether a job is pending.
  @inlinable @inline(__always)
  public var hasPending: Bool { jobs.count > 0 }

  /// Enqueues `job`.
  public func enqueue(_ job: @escaping () -> Void) { jobs.append(Job(run: job)) }

  /// Runs `body`, then all jobs enqueued by it or by other jobs, in order.
  @inlinable @inline(__always)
  public func run<Result>(_ body: () -> Result) -> Result {
    begin()
    let result = body()
    finish()
    return result
  }

  @usableFromInline func begin() { isRunning = true }

  @usableFromInline func finish() {
    while let job = jobs.popFirst() { job.run() }
    isRunning = false
  }
}
