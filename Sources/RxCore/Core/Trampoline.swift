internal import CRuntime
internal import DeliveryCore

/// A thread's queue of ``CurrentThreadScheduler`` jobs.
///
/// Each thread uses only its own trampoline. While a thread delivers what waits on a queue, its trampoline is set aside.
final class Trampoline {
  /// Calls `body` with the current thread's trampoline, which the thread owns.
  static func withCurrent<Result>(_ body: (Trampoline) -> Result) -> Result {
    if let current = c_runtime_trampoline() {
      return Unmanaged<Trampoline>.fromOpaque(current)._withUnsafeGuaranteedRef(body)
    }
    let trampoline = Trampoline()
    c_runtime_set_trampoline(Unmanaged.passRetained(trampoline).toOpaque())
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

/// A closure in a generic container. (A bare one would be converted to another calling convention and back.)
private struct Job {
  let run: () -> Void
}
