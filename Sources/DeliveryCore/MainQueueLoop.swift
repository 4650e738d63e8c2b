internal import CRuntime
import Dispatch

/// Runs the main queue on the main thread, in a program that has no run loop.
package enum MainQueueLoop {
  /// Whether the main queue is being run, to reject nested runs. Accessed only on the main thread.
  nonisolated(unsafe) private static var isRunning = false

  /// Whether the caller may run the main queue: it is on the main thread, and is not work on that queue. Runs the pending
  /// work to find out.
  package static var mayRun: Bool { c_runtime_is_main_thread() && !isInside && drain() }

  private static var isInside: Bool { isRunning || Mailbox.main.delivery.isDeliveringHere }

  /// Runs the work pending on the main queue.
  ///
  /// - Parameter caller: the public function's name, for the message that reports misuse.
  package static func runPending(_ caller: String) {
    require(
      c_runtime_is_main_thread(),
      "\(caller) was not called on the main thread. Call it at the end of main. In a test, and with an async "
        + "main, the main queue is already running: await instead.")
    require(
      !isInside && drain(),
      "\(caller) was called by work on the main queue, and would wait for itself. Call it at the end of main.")
    #if DEBUG
      MainQueueWatch.didRun()
    #endif
  }

  /// Runs the main queue until `condition` is true, and then, if it `settles`, the work pending at that moment, as far as
  /// 1,000 rounds allow.
  ///
  /// The condition is checked each time the main queue's pending work has run.
  ///
  /// - Parameter caller: the public function's name, for the message that reports misuse.
  package static func run(_ caller: String, settles: Bool = true, until condition: () -> Bool) {
    runPending(caller)
    isRunning = true
    while !condition() { runNext() }
    _ = drain()
    // A long delivery takes several turns, so run further rounds, but only a limited number, because an observer may
    // keep setting the value that it observes. While something waits, a turn is scheduled, or another thread is about
    // to schedule it. 1,000 rounds are enough for 250,000 pending values, or for fewer if slow observers make turns reach
    // their time limit.
    for _ in 0..<(settles ? 1_000 : 0) {
      if Mailbox.main.isIdle { break }
      runNext()
    }
    isRunning = false
  }

  private static func runNext() {
    c_runtime_wait_for_main_queue()
    _dispatch_main_queue_callback_4CF(nil)
  }

  /// Runs the pending work. Returns `false`, and runs nothing, inside work on the main queue: a run loop or the
  /// concurrency runtime may be running it.
  private static func drain() -> Bool {
    nonisolated(unsafe) var hasRun = false  // Accessed on the main thread.
    DispatchQueue.main.async { hasRun = true }
    _dispatch_main_queue_callback_4CF(nil)
    return hasRun
  }
}
