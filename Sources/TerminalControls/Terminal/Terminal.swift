import BindableKit
import Dispatch
public import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The controlling terminal of the program, `/dev/tty`, regardless of standard input and output.
///
///     let screen = Screen(on: Terminal())
///
/// Between ``begin()`` and ``end()``, the terminal reports each key as it is typed and shows the alternate screen.
/// `end()` restores the terminal, as do `exit`, the end of `main`, and a crash or a signal, such as SIGINT, that then
/// ends the program as usual. SIGTSTP restores the terminal and stops the program, and SIGCONT prepares the terminal
/// again.
///
/// Signals that the program handles, with `MainQueue.signals` or with a handler of its own, reach only the program,
/// which should then call `end()`. It may begin to handle them before or after `begin()`. Signals that the parent
/// process ignores remain ignored.
///
/// The terminal is read and written on a queue of its own, where elements are also emitted. Observers must not block
/// that queue.
public final class Terminal: TerminalDevice, @unchecked Sendable {  // The queue guards the session.
  private static let path = "/dev/tty"

  /// The terminal in use. Global, because the handler of `exit` takes no argument.
  private static let current = Bindable<Terminal?>(nil)

  /// Restores the terminal at exit. Registered on first use.
  private static let restoringAtExit: Int32 = atexit { Terminal.current.value?.end() }

  private let queue = DispatchQueue(label: "terminal", qos: .userInteractive)
  private let queueKey = DispatchSpecificKey<Void>()
  private let typed = PublishSubject<[UInt8]>()
  private let resized = PublishSubject<Size>()
  private var session: TerminalSession?

  /// Creates a terminal that is not open yet.
  public init() {
    queue.setSpecific(key: queueKey, value: ())
  }

  /// Whether the environment allows colours: `NO_COLOR` is empty or not set, and the terminal is not dumb.
  public var hasColors: Bool {
    let noColor = getenv("NO_COLOR").map { String(cString: $0) } ?? ""
    let type = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return noColor.isEmpty && type != "dumb"
  }

  public var input: Observable<[UInt8]> { typed }

  public var sizes: Observable<Size> { resized }

  public func begin() throws(TerminalError) -> Size {
    try onQueue { Result { () throws(TerminalError) in try beginSession() } }.get()
  }

  public func end() {
    onQueue { endSession() }
  }

  public func write(_ bytes: [UInt8]) -> Completable {
    .create { [self] completable in
      queue.async { [self] in
        guard let session else { return completable(.completed) }
        session.write(bytes) { error in completable(error.map(CompletableEvent.error) ?? .completed) }
      }
      return Disposables.create()
    }
  }

  // MARK: - On the queue

  private func onQueue<Result>(_ body: () -> Result) -> Result {
    DispatchQueue.getSpecific(key: queueKey) == nil ? queue.sync(execute: body) : body()
  }

  private func beginSession() throws(TerminalError) -> Size {
    _ = Self.restoringAtExit
    let isFree = Self.current.modify { current in
      defer { current = current ?? self }
      return current == nil
    }
    guard isFree else { throw .inUse }
    do {
      let session = try TerminalSession(
        path: Self.path, queue: queue, received: { [weak self] in self?.received($0) },
        signalled: { [weak self] in self?.received(signal: $0) })
      self.session = session
      try session.prepare()
      return session.size
    } catch {
      endSession()
      throw error
    }
  }

  private func endSession() {
    session?.end()
    session = nil
    Self.current.modify { if $0 === self { $0 = nil } }
  }

  private func received(_ bytes: [UInt8]?) {
    if let bytes { typed.onNext(bytes) } else { typed.onError(TerminalError.closed) }
  }

  private func received(signal: Int32) {
    guard let session else { return }
    switch signal {
    case SIGWINCH: resized.onNext(session.size)
    case SIGCONT: resume(session)
    case SIGTSTP:
      session.restore()
      SignalReceiver.performDefault(SIGTSTP)
      resume(session)
    default:
      session.restore()
      SignalReceiver.performDefault(signal)
      resume(session)  // The first process of a container has no default action.
    }
  }

  /// Prepares the terminal again after the program was stopped, because other programs may have used the terminal.
  private func resume(_ session: TerminalSession) {
    do {
      try session.prepare()
      resized.onNext(session.size)
    } catch {
      typed.onError(error)
    }
  }
}
