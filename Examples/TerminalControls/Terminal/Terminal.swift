import BindableKit
import Dispatch
public import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal that controls the program, `/dev/tty`, whatever its standard input and output are.
///
///     let screen = Screen(on: Terminal())
///
/// Between ``begin()`` and ``end()`` it reports each key as it is typed, and shows the alternate screen. It is restored by
/// `end()`, by `exit` and the end of `main`, and by SIGINT, SIGTERM, SIGHUP and SIGQUIT, which then end the program as they do by
/// default. SIGTSTP restores it and stops the program, SIGCONT prepares it again. A crash restores it before it ends the program. Signals
/// that the parent process ignores stay ignored.
///
/// It reads and writes on a queue of its own, on which it emits: an observer must not block there.
public final class Terminal: TerminalDevice, @unchecked Sendable {  // The queue guards the session.
  private static let path = "/dev/tty"

  /// The one terminal in use. It is global because the handler of `exit` receives no argument.
  private static let current = Bindable<Terminal?>(nil)

  /// Restores the terminal when the program ends. Registered once, at the first use.
  private static let restoringAtExit: Int32 = atexit { Terminal.current.value?.end() }

  private let queue = DispatchQueue(label: "terminal", qos: .userInteractive)
  private let queueKey = DispatchSpecificKey<Void>()
  private let typed = PublishSubject<[UInt8]>()
  private let resized = PublishSubject<Size>()
  private var session: TerminalSession?

  /// Makes a terminal that is not open yet.
  public init() {
    queue.setSpecific(key: queueKey, value: ())
  }

  /// Whether the user wants colours, as the environment says: not with `NO_COLOR` or on a dumb terminal.
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
      TerminalSignals.letHappen(SIGTSTP)
      resume(session)
    default:
      session.restore()
      TerminalSignals.letHappen(signal)
    }
  }

  /// Continues after the program was stopped: other programs may have used the terminal meanwhile.
  private func resume(_ session: TerminalSession) {
    do {
      try session.prepare()
      resized.onNext(session.size)
    } catch {
      typed.onError(error)
    }
  }
}
