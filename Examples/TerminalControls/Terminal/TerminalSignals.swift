import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that a program acts on while it uses a terminal.
///
/// A handler writes the number of each signal into a pipe, which is read on a queue. Dispatch's own signal sources would not do: in
/// a program that runs its main queue, Linux may deliver a signal to the main thread instead, and then no source receives it. Signals
/// that the parent process has ignored stay ignored.
final class TerminalSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  /// The pipe. It is never closed, because a handler may run at any time.
  nonisolated(unsafe) private static var ends: (reading: Int32, writing: Int32) = (-1, -1)

  private var former: [(number: Int32, action: sigaction)] = []
  private let reading: any DispatchSourceRead

  /// Calls `received` on `queue` with each signal, instead of what it does by default, until ``end()``. One object at a time may
  /// exist.
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
    // A write that fails says so itself.
    former.append((SIGPIPE, Self.set(Self.action(SIG_IGN), for: SIGPIPE)))
  }

  /// Has the signals do again what they did before.
  func end() {
    for (number, action) in former { Self.set(action, for: number) }
    reading.cancel()
  }

  /// Has a signal do what it does by default: end the program, as its parent will see, or stop it. Returns when a program that was
  /// stopped continues.
  static func letHappen(_ number: Int32) {
    let former = set(action(SIG_DFL), for: number)
    // To this thread, on which no signal is blocked meanwhile.
    _ = withUnblocked(number) { pthread_kill(pthread_self(), number) }
    set(former, for: number)
  }

  /// Runs `body` while `number` is not blocked on this thread.
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

  /// Called by the handler: allowed are only functions that are safe inside one.
  private static func write(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = Self.system(ends.writing, &byte)
    errno = error
  }

  private static func system(_ descriptor: Int32, _ byte: UnsafePointer<UInt8>) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, byte, 1)
    #elseif canImport(Musl)
      Musl.write(descriptor, byte, 1)
    #else
      Darwin.write(descriptor, byte, 1)
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
      // A reader takes what there is, and a full pipe must not stop the handler.
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    ends = (descriptors[0], descriptors[1])
  }

  // MARK: - Actions

  private static func action(_ handler: (@convention(c) (Int32) -> Void)?) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    // Other calls of the system are not interrupted.
    action.sa_flags = SA_RESTART
    return action
  }

  /// Returns the former action.
  @discardableResult
  private static func set(_ action: sigaction, for number: Int32) -> sigaction {
    var (action, former) = (action, sigaction())
    sigaction(number, &action, &former)
    return former
  }

  static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
