import Dispatch
import Synchronization

#if DEBUG
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Notices, in debug builds, that work waits on a main queue which nobody runs, and says so once on standard error.
  package enum MainQueueWatch {
    private static let turnsTaken = Atomic<UInt>(0)
    private static let isArmed = Atomic<Bool>(false)
    private static let hasSpoken = Atomic<Bool>(false)

    /// Called when work is put on the main queue.
    package static func expectTurn() {
      guard !hasSpoken.load(ordering: .relaxed), !isArmed.exchange(true, ordering: .relaxed) else { return }
      let seen = turnsTaken.load(ordering: .relaxed)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) {
        isArmed.store(false, ordering: .relaxed)
        guard turnsTaken.load(ordering: .relaxed) == seen, !hasSpoken.exchange(true, ordering: .relaxed) else { return }
        report()
      }
    }

    /// Called when that work runs.
    package static func turnTaken() {
      turnsTaken.wrappingAdd(1, ordering: .relaxed)
    }

    private static func report() {
      let message =
        "Notifications have waited on the main queue for a second and nothing has run it. "
        + "Call BindableKit's MainQueue.run(until:) at the end of main, or make main async and await.\n"
      message.utf8CString.withUnsafeBytes { bytes in
        _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count - 1)
      }
    }
  }
#endif
