#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Restores the terminal when the program crashes. The crash then proceeds as usual: Swift's runtime writes a
/// backtrace, and the signal ends the program.
///
/// A handler runs on the alternate stack of the crashing thread, if it has one. Swift's runtime provides one for the
/// main thread; on other threads, a stack overflow ends the program without restoring the terminal.
final class CrashSignals {
  /// SIGQUIT is among them if it has the same handler as a crash, as with the backtraces of Swift's runtime.
  private static let numbers = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGQUIT]

  /// The handler's data. Allocated in advance, because the handler must not allocate, and never freed, because the
  /// handler may run at any time.
  private struct Plan {
    /// Whether the terminal is in use. A handler that was installed later may still call this one.
    var isActive = false
    /// The descriptor that the program writes to.
    var used: Int32 = -1
    /// A duplicate for the handler alone.
    var own: Int32 = -1
    var null: Int32 = -1
    var settings = termios()
    let restoration = UnsafeMutablePointer<UInt8>.allocate(capacity: TerminalMode.restoration.count)
    let count = TerminalMode.restoration.count
    /// The former actions, by signal number.
    let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  }

  nonisolated(unsafe) private static let plan: UnsafeMutablePointer<Plan> = {
    let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    plan.initialize(to: Plan())
    for (index, byte) in TerminalMode.restoration.enumerated() {
      (plan.pointee.restoration + index).initialize(to: byte)
    }
    plan.pointee.former.initialize(repeating: sigaction(), count: 65)
    return plan
  }()

  private let own: Int32
  private let null: Int32
  private let used: Int32
  private let settings: termios
  private var handled: [Int32] = []

  /// Prepares the handler without installing it.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal.
  ///   - settings: the settings to restore.
  init(descriptor: Descriptor, settings: termios) throws(TerminalError) {
    self.settings = settings
    used = descriptor.number
    own = fcntl(used, F_DUPFD_CLOEXEC, 0)
    null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if own < 0 || null < 0 {
      throw .unavailable(path: "a descriptor for crashes", reason: String(cString: strerror(errno)))
    }
  }

  deinit {
    close(own)
    close(null)
  }

  /// From now on, restores the terminal if the program crashes. Only one object may be active at a time.
  func begin() {
    guard handled.isEmpty else { return }
    let plan = Self.plan
    (plan.pointee.used, plan.pointee.own, plan.pointee.null, plan.pointee.settings) = (used, own, null, settings)
    plan.pointee.isActive = true
    let crash = Self.handler(of: SIGILL)
    let isReported = crash != Self.address(of: SIG_DFL) && crash == Self.handler(of: SIGQUIT)
    for number in Self.numbers where number != SIGQUIT || isReported {
      var former = sigaction()
      sigaction(number, nil, &former)
      if Self.handler(of: number) == Self.address(of: SIG_IGN) { continue }
      handled.append(number)
      // A handler of the program's own, installed above this one and removed after the last screen, has restored it.
      if Self.handler(of: number) == Self.ownAddress { continue }
      plan.pointee.former[Int(number)] = former
      var action = Self.action
      // Block the signals that the former handler, which this one calls, expects to be blocked, and SIGTTOU, which
      // would stop a background process inside the handler.
      action.sa_mask = former.sa_mask
      sigaddset(&action.sa_mask, SIGTTOU)
      sigaction(number, &action, nil)
    }
  }

  /// Restores the former signal actions, except of signals for which the program has installed a handler since.
  func end() {
    if handled.isEmpty { return }
    Self.plan.pointee.isActive = false
    for number in handled where Self.handler(of: number) == Self.ownAddress {
      sigaction(number, Self.plan.pointee.former + Int(number), nil)
    }
    handled = []
  }

  private static var ownAddress: Int { unsafeBitCast(action.__sigaction_handler.sa_sigaction, to: Int.self) }

  private static func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }

  /// The address of a signal's current handler.
  private static func handler(of number: Int32) -> Int {
    var current = sigaction()
    sigaction(number, nil, &current)
    return address(of: current.__sigaction_handler.sa_handler)
  }

  // MARK: - The handler: async-signal-safe functions only, no allocation

  private static var action: sigaction {
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    action.__sigaction_handler.sa_sigaction = { CrashSignals.handle($0, $1, $2) }
    return action
  }

  private static func handle(
    _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    if plan.pointee.isActive { restore() }
    let former = plan.pointee.former + Int(number)
    sigaction(number, former, nil)
    let handler = former.pointee.__sigaction_handler.sa_sigaction
    if let handler {
      // Pass all arguments: a handler that takes only the number ignores the others.
      handler(number, information, context)
      // A fault recurs when this handler returns. A signal that was sent does not, also from the keyboard, so raise it
      // again below.
      if number != SIGQUIT, let information, information.pointee.si_code > 0 { return }
      signal(number, SIG_DFL)
    }
    // Delivered when this handler returns.
    raise(number)
  }

  /// Restores the terminal as ``TerminalSession/restore()`` does.
  private static func restore() {
    // Keep other threads from drawing on the terminal.
    dup2(plan.pointee.null, plan.pointee.used)
    let terminal = plan.pointee.own
    var written = 0
    // Wait up to a second for a terminal that does not accept output.
    var pauses = 0
    while written < plan.pointee.count, pauses < 100 {
      let count = write(terminal, plan.pointee.restoration + written, plan.pointee.count - written)
      if count > 0 {
        written += count
      } else if errno == EAGAIN || errno == EINTR {
        poll(nil, 0, 10)
        pauses += 1
      } else {
        break
      }
    }
    while tcsetattr(terminal, TCSANOW, &plan.pointee.settings) != 0, errno == EINTR {}
  }
}
