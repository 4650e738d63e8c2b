#if DEBUG
  import Dispatch
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Notices, in debug builds, that work waits for a main queue that nothing has ever run, and says so on standard error:
  /// when the main thread has been blocked for a second, or when the program exits.
  package enum MainQueueWatch {
    private static let waiting = Atomic<Int>(0)
    private static let hasRun = Atomic<Bool>(false)
    private static let isSettled = Atomic<Bool>(false)
    /// Set up with the first use.
    private static let alarms: Void = {
      atexit { MainQueueWatch.reportIfNothingHasRun() }
      lookAgain()
    }()

    /// Counts a call or a timer that waits for the main queue, until ``didWait(hasFired:)``.
    package static func willWait() {
      waiting.wrappingAdd(1, ordering: .relaxed)
      _ = alarms
    }

    /// Ends a wait. What has fired shows that the main queue runs.
    package static func didWait(hasFired: Bool) {
      if hasFired { hasRun.store(true, ordering: .relaxed) }
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Notes that the program runs its main queue, even if nothing was due there.
    package static func didRun() { hasRun.store(true, ordering: .relaxed) }

    private static func lookAgain() {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) {
        if hasRun.load(ordering: .relaxed) { return }
        if isMainThreadBlocked { reportIfNothingHasRun() }
        if !isSettled.load(ordering: .relaxed) { lookAgain() }
      }
    }

    private static func reportIfNothingHasRun() {
      let count = waiting.load(ordering: .relaxed)
      guard count > 0, !hasRun.load(ordering: .relaxed), !isSettled.exchange(true, ordering: .relaxed) else { return }
      let message = """
        \(count == 1 ? "1 call waits" : "\(count) calls wait") for the main queue, and nothing has run it. \
        Closures written in main.swift, or in the main() of @main, belong to the main actor and are called on the main \
        queue. Either name another queue, as in observe(queue: queue) { ... } or observe(on: scheduler), or run the main \
        queue: make main async and await something, or call dispatchMain() or BindableKit's MainQueue.run(until:).

        """
      message.utf8CString.withUnsafeBytes { bytes in
        _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1)
      }
    }

    /// Whether the main thread waits for something. One that computes may still come to run its queue, and one that waits
    /// for signals (`sigsuspend`) is where `dispatchMain()` and an async main leave it: other threads run the queue then.
    private static var isMainThreadBlocked: Bool {
      #if os(Linux)
        guard let file = fopen("/proc/self/task/\(getpid())/syscall", "r") else { return false }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 16)
        guard fgets(&text, 16, file) != nil else { return false }
        #if arch(x86_64)
          let sigsuspend = "130 "
        #else
          let sigsuspend = "133 "
        #endif
        let state = String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return !state.hasPrefix("running") && !state.hasPrefix(sigsuspend)
      #else
        return false
      #endif
    }
  }
#endif
