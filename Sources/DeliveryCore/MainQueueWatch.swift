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

  /// Reports on standard error, in debug builds, that work is pending on a main queue that nothing has ever run. The
  /// report is made when the program exits or, on Linux, when a check once a second finds the main thread blocked.
  ///
  /// A call may first wait on another queue, which forwards it to the main queue. The program may exit before the call
  /// is forwarded, so a report counts such calls too.
  package enum MainQueueWatch {
    private static let waiting = Atomic<Int>(0)
    private static let lock = Lock()
    /// For each delivery that leads to the main queue, whether it has something pending. Guarded by the lock.
    nonisolated(unsafe) private static var approaches: [ObjectIdentifier: @Sendable () -> Bool] = [:]
    private static let hasRun = Atomic<Bool>(false)
    private static let isSettled = Atomic<Bool>(false)
    /// Set up on first use.
    private static let alarms: Void = {
      atexit { MainQueueWatch.reportIfNothingHasRun() }
      lookAgain()
    }()

    /// Counts a call or a timer that waits for the main queue, until ``didWait(hasFired:)``.
    package static func willWait() {
      waiting.wrappingAdd(1, ordering: .relaxed)
      _ = alarms
    }

    /// Ends a wait. A call or timer that has fired shows that the main queue runs.
    package static func didWait(hasFired: Bool) {
      if hasFired { hasRun.store(true, ordering: .relaxed) }
      waiting.wrappingSubtract(1, ordering: .relaxed)
    }

    /// Counts `delivery` as a waiting call if `isApproaching` returns `true` when a report is due: that is, if
    /// `delivery` has something pending on another queue that it will forward to the main queue. Ended by
    /// ``forget(_:)``.
    package static func watch(_ delivery: AnyObject, isApproaching: @escaping @Sendable () -> Bool) {
      lock.withLock { approaches[ObjectIdentifier(delivery)] = isApproaching }
      _ = alarms
    }

    /// Ends ``watch(_:isApproaching:)``. Called when the delivery is deallocated.
    package static func forget(_ delivery: AnyObject) {
      let last = lock.withLock { approaches.removeValue(forKey: ObjectIdentifier(delivery)) }
      withExtendedLifetime(last) {}
    }

    /// Records that the program runs its main queue, even if nothing is pending there.
    package static func didRun() { hasRun.store(true, ordering: .relaxed) }

    private static func lookAgain() {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) {
        if hasRun.load(ordering: .relaxed) { return }
        if isMainThreadBlocked { reportIfNothingHasRun() }
        if !isSettled.load(ordering: .relaxed) { lookAgain() }
      }
    }

    private static func reportIfNothingHasRun() {
      // Read `waiting` last: a call that leaves a delivery in between is then already counted there, so none is missed.
      // A call that is being forwarded may be in both counts, so do not add them.
      let approaching = lock.withLock { Array(approaches.values) }.count { $0() }
      atomicMemoryFence(ordering: .acquiring)
      let count = max(approaching, waiting.load(ordering: .relaxed))
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

    /// Whether the main thread is blocked, and so will not run its queue. A main thread that is still computing may run
    /// it later. One in `sigsuspend` does not count: `dispatchMain()` and an async main leave it there, and other
    /// threads run the queue.
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
