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
/// They are blocked, so that Dispatch receives them whenever they arrive; its own threads block all signals. Those that the parent
/// process has ignored stay ignored.
final class TerminalSignals {
  private typealias Handler = @convention(c) (Int32) -> Void

  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  private let thread = pthread_self()
  private var formerMask = sigset_t()
  private var formerHandlers: [(number: Int32, handler: Handler?)] = []
  private var sources: [any DispatchSourceSignal] = []

  /// Calls `received` on `queue` with each signal, instead of what it does by default, until ``end()``. Called on the thread whose
  /// signals are blocked.
  init(queue: DispatchQueue, received: @escaping @Sendable (Int32) -> Void) {
    var mask = Self.set(of: Self.numbers)
    pthread_sigmask(SIG_BLOCK, &mask, &formerMask)
    for number in Self.numbers {
      // Not SIG_IGN, which drops a signal that waits.
      let former = signal(number) { _ in }
      guard !Self.isIgnored(former) else {
        signal(number, SIG_IGN)
        continue
      }
      formerHandlers.append((number, former))
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { received(number) }
      source.activate()
      sources.append(source)
    }
    // A write that fails says so itself.
    formerHandlers.append((SIGPIPE, signal(SIGPIPE, SIG_IGN)))
  }

  /// Has the signals do again what they did before.
  func end() {
    for source in sources { source.cancel() }
    for (number, handler) in formerHandlers { signal(number, handler) }
    // Another thread has a mask of its own.
    if pthread_equal(thread, pthread_self()) != 0 { pthread_sigmask(SIG_SETMASK, &formerMask, nil) }
  }

  /// Has a signal do what it does by default: end the program, as its parent will see, or stop it. Returns when a program that was
  /// stopped continues.
  static func letHappen(_ number: Int32) {
    let former = signal(number, SIG_DFL)
    // To this thread, since Dispatch would read what is sent to the process.
    _ = withUnblocked(number) { pthread_kill(pthread_self(), number) }
    signal(number, former)
  }

  /// Runs `body` while `number` is not blocked on this thread.
  static func withUnblocked<Result>(_ number: Int32, _ body: () -> Result) -> Result {
    var mask = set(of: [number])
    var former = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &mask, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return body()
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }

  private static func isIgnored(_ handler: Handler?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
  }
}
