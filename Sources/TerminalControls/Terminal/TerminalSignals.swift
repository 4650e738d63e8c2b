import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals that a program handles while it uses a terminal.
///
/// A handler writes the number of each signal into a pipe, which is read on a queue. Dispatch's signal sources are
/// unsuitable: in a program that runs its main queue, Linux may deliver a signal to the main thread instead, and then
/// no source receives it. Signals that the parent process ignores remain ignored.
final class TerminalSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  /// The pipe. Never closed, because a handler may run at any time.
  nonisolated(unsafe) private static var ends: (reading: Int32, writing: Int32) = (-1, -1)

  private var former: [(number: Int32, action: sigaction)] = []
  private let reading: any DispatchSourceRead

  /// Calls `received` on `queue` with each signal, in place of the default action, until ``end()``. Only one object may
  /// exist at a time.
  init(queue: DispatchQueue, received: @escaping @Sendable (Int32) -> Void) throws(TerminalError) {
    try Self.openPipe()
    reading = DispatchSource.makeReadSource(fileDescriptor: Self.ends.reading, queue: queue)
    reading.setEventHandler {
      var number: UInt8 = 0
      while read(Self.ends.reading, &number, 1) == 1 { received(Int32(number)) }
    }
    reading.activate()
    for number in Self.numbers {
      let action = Self.set(Self.action { number in TerminalSignals.write(number) }, for: number)
      if Self.isIgnored(action) { Self.set(action, for: number) } else { former.append((number, action)) }
    }
    // Ignore SIGPIPE, because a failed write returns an error anyway.
    former.append((SIGPIPE, Self.set(Self.action(SIG_IGN), for: SIGPIPE)))
  }

  /// Restores the former signal actions. A signal that arrived before that, and was not passed on, then has its former
  /// effect.
  func end() {
    for (number, action) in former { Self.set(action, for: number) }
    reading.cancel()
    var number: UInt8 = 0
    while read(Self.ends.reading, &number, 1) == 1 {
      // Not those about a terminal that is no longer used.
      guard [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(Int32(number)) else { continue }
      _ = Self.withUnblocked(Int32(number)) { pthread_kill(pthread_self(), Int32(number)) }
    }
  }

  /// Performs a signal's default action: ends the program, so that its parent sees the signal, or stops the program.
  /// Returns when a stopped program continues.
  static func letHappen(_ number: Int32) {
    let former = set(action(SIG_DFL), for: number)
    // Sent to this thread, where the signal is unblocked.
    _ = withUnblocked(number) { pthread_kill(pthread_self(), number) }
    set(former, for: number)
  }

  /// Runs `body` with a signal unblocked on this thread.
  static func withUnblocked<Result>(_ number: Int32, _ body: () -> Result) -> Result {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    var former = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &mask, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return body()
  }

  // MARK: - The handler

  /// Called in the handler: must be async-signal-safe.
  private static func write(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = Self.system(ends.writing, &byte)
    errno = error
  }

  private static func system(_ descriptor: Int32, _ byte: UnsafePointer<UInt8>) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, byte, 1)
    #else
      Musl.write(descriptor, byte, 1)
    #endif
  }

  private static func openPipe() throws(TerminalError) {
    guard ends.reading < 0 else { return }
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else {
      throw .unavailable(path: "a pipe for signals", reason: String(cString: strerror(errno)))
    }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // The reader must stop when the pipe is empty, and a full pipe must not block the handler.
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    ends = (descriptors[0], descriptors[1])
  }

  // MARK: - Actions

  private static func action(_ handler: (@convention(c) (Int32) -> Void)?) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    // Restart interrupted system calls.
    action.sa_flags = SA_RESTART
    return action
  }

  /// Installs an action and returns the former one.
  @discardableResult
  private static func set(_ action: sigaction, for number: Int32) -> sigaction {
    var (action, former) = (action, sigaction())
    sigaction(number, &action, &former)
    return former
  }

  static func isIgnored(_ action: sigaction) -> Bool {
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
