internal import CRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs the main queue on the main thread, in a program that has no run loop.
package enum MainQueueLoop {
  /// Whether the main queue is being run, to reject nested runs. Accessed only on the main thread.
  nonisolated(unsafe) package private(set) static var isRunning = false

  package static var isMainThread: Bool { c_runtime_is_main_thread() }

  /// The maximum number of rounds that ``run(_:until:)`` adds once its condition is true: enough for 250,000 pending
  /// values, or for fewer if slow observers make turns reach their time limit.
  private static let mostRounds = 1_000

  /// Runs the work pending on the main queue.
  ///
  /// - Parameter caller: the public function's name, for the message that reports misuse.
  package static func runPending(_ caller: String) {
    exclusively(caller) { runOnce(waits: false) }
  }

  /// Runs the main queue until `condition` is true, and then the work pending at that moment, as far as `mostRounds`
  /// allows.
  ///
  /// The condition is checked at the start, and again each time the main queue's pending work has run.
  ///
  /// - Parameter caller: the public function's name, for the message that reports misuse.
  package static func run(_ caller: String, until condition: () -> Bool) {
    exclusively(caller) {
      while !condition() { runOnce(waits: true) }
      runOnce(waits: false)
      // A long delivery takes several turns, so run further rounds, but only a limited number, because an observer may
      // keep setting the value that it observes. While something waits, a turn is scheduled, or another thread is about
      // to schedule it.
      var rounds = 0
      while rounds < mostRounds, !Mailbox.main.isIdle {
        runOnce(waits: true)
        rounds += 1
      }
    }
  }

  private static func exclusively(_ name: String, _ body: () -> Void) {
    guard isMainThread else {
      fatalError(
        "\(name) was not called on the main thread. Call it at the end of main. In a test, and with an async "
          + "main, the main queue is already running: await instead.")
    }
    guard !isRunning, !Mailbox.main.isDelivering else {
      fatalError(
        "\(name) was called by work on the main queue, and would wait for itself. Call it at the end of main.")
    }
    #if DEBUG
      MainQueueWatch.didRun()
    #endif
    isRunning = true
    body()
    isRunning = false
  }

  /// A descriptor to which a signal handler writes in order to end the wait of ``run(_:until:)``.
  package static var wakeDescriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

  private static func runOnce(waits: Bool) {
    var queue = pollfd(fd: _dispatch_get_main_queue_handle_4CF(), events: Int16(POLLIN), revents: 0)
    // The handle is an event counter, which remains ready until it is read.
    var count: UInt64 = 0
    if waits, poll(&queue, 1, -1) > 0 { _ = read(queue.fd, &count, MemoryLayout.size(ofValue: count)) }
    _dispatch_main_queue_callback_4CF(nil)
  }
}
