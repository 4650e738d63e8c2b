internal import CRuntime
internal import DeliveryCore

/// A thread's queue of ``CurrentThreadScheduler`` jobs.
///
/// Each thread uses only its own trampoline.
final class Trampoline {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { state in
      if let state { Unmanaged<Trampoline>.fromOpaque(state).release() }
    }
    precondition(result == 0, "The process has no thread-specific key left (pthread_key_create: \(result)).")
    return key
  }()

  /// The current thread's trampoline.
  static var current: Trampoline { withCurrent { $0 } }

  /// Calls `body` with the current thread's trampoline, without retaining the trampoline, which the thread owns.
  static func withCurrent<Result>(_ body: (Trampoline) -> Result) -> Result {
    if let state = pthread_getspecific(key) {
      return Unmanaged<Trampoline>.fromOpaque(state)._withUnsafeGuaranteedRef(body)
    }
    let trampoline = Trampoline()
    pthread_setspecific(key, Unmanaged.passRetained(trampoline).toOpaque())
    return body(trampoline)
  }

  /// Whether a subscription or scheduled work is running on this thread, so that new work is enqueued.
  @exclusivity(unchecked) private(set) var isRunning = false
  private let jobs = Queue<Job>()

  /// Whether a subscription or scheduled work is running on the current thread.
  static var isRunningHere: Bool { withCurrent { $0.isRunning } }

  /// Runs `body` on the current thread's trampoline: within its current run if there is one.
  static func run<Result>(_ body: () -> Result) -> Result {
    withCurrent { $0.isRunning ? body() : $0.run(body) }
  }

  /// Whether a job is pending.
  var hasPending: Bool { !jobs.isEmpty }

  /// Enqueues `job`.
  func enqueue(_ job: @escaping () -> Void) {
    jobs.append(Job(run: job))
  }

  /// Runs `body`, then all jobs enqueued by it or by other jobs, in order.
  func run<Result>(_ body: () -> Result) -> Result {
    isRunning = true
    let result = body()
    while let job = jobs.popFirst() { job.run() }
    isRunning = false
    return result
  }
}
