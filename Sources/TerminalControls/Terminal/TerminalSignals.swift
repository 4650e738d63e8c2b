import BindableKit
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals that concern a terminal in use.
///
/// The program owns its signals: one that it handles, with `MainQueue.signals` or a handler of its own, or that its
/// parent process ignores, does not arrive here. The others would end or stop the program and leave the terminal as it
/// is, so they arrive here instead of their default action.
final class TerminalSignals {
  private static let roles: [Int32: SignalReceiver.Role] = {
    let ending = [
      SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,
      SIGPWR, SIGSTKFLT,
    ]
    let realTime = Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    var roles: [Int32: SignalReceiver.Role] = [SIGCONT: .observer, SIGWINCH: .observer]
    for number in ending + realTime + [SIGTSTP] { roles[number] = .fallback }
    return roles
  }()

  private let receiver: SignalReceiver

  /// Calls `received` on `queue` with each signal, until ``end()``.
  init(queue: DispatchQueue, received: @escaping @Sendable (Int32) -> Void) throws(TerminalError) {
    do {
      receiver = try SignalReceiver(Self.roles) { arrivals in
        // Taken on the queue, so that a signal that arrives before the end is either received or left to `end()`.
        queue.async { while let number = arrivals.take() { received(number) } }
      }
    } catch {
      let reason = if case .unavailable(let reason) = error { reason } else { "\(error)" }
      throw .unavailable(path: "a pipe for signals", reason: reason)
    }
  }

  /// Restores the former signal actions. A signal that arrived before that, and was not passed on, then has its default
  /// effect. Called on the queue.
  func end() {
    receiver.end()
    while let number = receiver.arrivals.take() {
      // Not those about a terminal that is no longer used.
      if ![SIGTSTP, SIGCONT, SIGWINCH].contains(number) { SignalReceiver.performDefault(number) }
    }
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
}
