import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Handles Ctrl-C while the input is read.
///
/// The first Ctrl-C stops reading, so that a report on the input so far can follow. The second one ends the program.
enum Interruption {
  private static let requested = Atomic<Bool>(false)
  /// A pipe into which the signal handler writes, to end the `poll` of the thread that waits for input. The signal
  /// alone might not end that `poll`, because the system may deliver the signal to another thread.
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)

  /// Whether the user has pressed Ctrl-C since ``startHandling()``.
  static var isRequested: Bool { requested.load(ordering: .sequentiallyConsistent) }

  /// Handles Ctrl-C from now on, unless the program was started with SIGINT ignored.
  static func startHandling() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }  // Ctrl-C then keeps its default action.
    readEnd.store(ends[0], ordering: .sequentiallyConsistent)
    writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let former = signal(SIGINT) { _ in Interruption.request() }
    if isIgnored(former) { signal(SIGINT, SIG_IGN) }
  }

  /// Lets Ctrl-C end the program from now on, unless the program was started with SIGINT ignored.
  static func stopHandling() {
    if !isIgnored(signal(SIGINT, SIG_DFL)) { return }
    signal(SIGINT, SIG_IGN)
  }

  /// Waits until `descriptor` can be read. Returns `false` if the user interrupts the program, or has done so before.
  static func waitForInput(_ descriptor: Int32) -> Bool {
    var files = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      // Negative, and so ignored, if there is no pipe.
      pollfd(fd: readEnd.load(ordering: .sequentiallyConsistent), events: Int16(POLLIN), revents: 0),
    ]
    while !isRequested {
      // On any other error, stop waiting: reading then reports the error.
      if poll(&files, nfds_t(files.count), -1) >= 0 || errno != EINTR { break }
    }
    return !isRequested
  }

  /// Runs in the signal handler, and so makes only calls that POSIX allows there.
  private static func request() {
    let error = errno
    signal(SIGINT, SIG_DFL)
    requested.store(true, ordering: .sequentiallyConsistent)
    var byte: UInt8 = 0
    _ = write(writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = error
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  private static func isIgnored(_ handler: Handler?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
  }
}
