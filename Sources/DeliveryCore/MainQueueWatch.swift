#if DEBUG
  internal import CRuntime
  import Dispatch
  import Synchronization

  /// Reports on standard error, in debug builds, that something waits on a main queue that nothing has ever run. The
  /// report is made when the program exits, or when a check once a second finds the main thread blocked.
  ///
  /// The report at exit also names the other queues on which something waits: it may be on its way to the main queue.
  package enum MainQueueWatch {
    /// The mailboxes of queues, held weakly. Guarded by `Mailbox.creation`.
    nonisolated(unsafe) private static var mailboxes: [() -> Mailbox?] = []
    /// The number of timers that wait for the main queue.
    private static let timers = Atomic<Int>(0)
    /// Whether the program has run its main queue, or the report has been made.
    private static let isDone = Atomic<Bool>(false)

    /// Counts a timer that waits for the main queue, until ``timerEnded()``.
    package static func timerBegan() { timers.wrappingAdd(1, ordering: .relaxed) }

    /// A timer that was counted has fired or been cancelled.
    package static func timerEnded() { timers.wrappingSubtract(1, ordering: .relaxed) }

    /// Adds a queue's new mailbox. Called under `Mailbox.creation`.
    static func add(_ mailbox: Mailbox) {
      mailboxes.removeAll { $0() == nil }
      mailboxes.append { [weak mailbox] in mailbox }
      guard mailbox.isMain else { return }
      DispatchQueue.main.async { didRun() }  // Whatever runs the main queue runs this.
      atexit { MainQueueWatch.report(isAtExit: true) }
      lookAgain()
    }

    /// Records that the program runs its main queue.
    static func didRun() { isDone.store(true, ordering: .relaxed) }

    private static func lookAgain() {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) {
        if isDone.load(ordering: .relaxed) { return }
        if isMainThreadBlocked { report(isAtExit: false) }
        lookAgain()
      }
    }

    private static func report(isAtExit: Bool) {
      // A delivery whose observer calls `exit`, or blocks the main thread, does not wait for its queue.
      var queues = Mailbox.creation.withLock { mailboxes.compactMap { $0() } }
        .filter { isAtExit && !$0.isMain && !$0.isIdle && !$0.isDelivering }
        .map { "the queue \"\($0.label)\"" }
      // Read last: a call that has left another queue since then waits here.
      let main = Mailbox.main.delivery.state.load(ordering: .acquiring)
      let waitsForMain = main == SerialDelivery.waiting || timers.load(ordering: .relaxed) > 0
      if waitsForMain { queues.insert("the main queue", at: 0) }
      if queues.isEmpty || isDone.exchange(true, ordering: .relaxed) { return }
      let message = """
        Calls wait for \(queues.joined(separator: " and for ")), and nothing has run \
        \(queues == ["the main queue"] ? "it" : "the main queue")\
        \(isAtExit ? "" : ", while the main thread waits for something else"). \
        Closures written in main.swift, or in the main() of @main, belong to the main actor and are called on the main \
        queue. Either name another queue, as in observe(queue: queue) { ... } or observe(on: scheduler), or run the main \
        queue: in an async main, await what is to be shown, for example with delivered(); in another, call dispatchMain() \
        or BindableKit's MainQueue.run(until:).

        """
      _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Whether the main thread is blocked, and so will not run its queue. A main thread that is still computing may run
    /// it later. One in `sigsuspend` does not count: `dispatchMain()` and an async main leave it there, and other
    /// threads run the queue.
    private static var isMainThreadBlocked: Bool {
      guard let file = fopen("/proc/self/task/\(getpid())/syscall", "r") else { return false }
      defer { fclose(file) }
      var call = [CChar](repeating: 0, count: 16)  // The number of the system call, or "running".
      guard fgets(&call, 16, file) != nil, isdigit(Int32(call[0])) != 0 else { return false }
      return atoi(call) != SYS_rt_sigsuspend
    }
  }
#endif
