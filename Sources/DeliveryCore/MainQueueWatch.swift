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
      // Rarely, because it takes time among many queues.
      if mailboxes.count.nonzeroBitCount == 1 { mailboxes.removeAll { $0() == nil } }
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
      let others = Mailbox.creation.withLock { mailboxes.compactMap { $0() } }
        .filter { isAtExit && !$0.isMain && !$0.delivery.isDeliveringHere }
      var waiting = others.map { ("the queue \"\($0.label)\"", $0.delivery.count) }
      // Read last: a call that has left another queue since then is counted here.
      let main = Mailbox.main.delivery.isDelivering ? 0 : Mailbox.main.delivery.count
      waiting.insert(("the main queue", timers.load(ordering: .relaxed) + main), at: 0)
      waiting.removeAll { $0.1 <= 0 }
      if waiting.isEmpty || isDone.exchange(true, ordering: .relaxed) { return }
      let calls = waiting.map { "\($0.1 == 1 ? "1 call waits" : "\($0.1) calls wait") for \($0.0)" }
      let isOnMainOnly = waiting.map(\.0) == ["the main queue"]
      let message = """
        \(calls.joined(separator: " and ")), and nothing has run \(isOnMainOnly ? "it" : "the main queue")\
        \(isAtExit ? "" : ", while the main thread waits for something else"). \
        \(isOnMainOnly ? "" : "Before main ends, wait for other queues, for example with delivered(). ")\
        Closures written in main.swift, or in the main() of @main, belong to the main actor and are called on the main \
        queue. Either name another queue, as in a Bindable's observe(queue: queue) { ... } or an observable's \
        observe(on: scheduler), or run the main queue: in an async main, await what is to be shown, for example with \
        delivered(); in another, call dispatchMain() or BindableKit's MainQueue.run(until:).

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
