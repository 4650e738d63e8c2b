import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small view model and its view, written in three ways.
@main
enum Counter {
  static let help = """
    Counts up and down.

      swift run Counter [--style bindable|rx|bridged|all]

    On a terminal, keys step the count. Otherwise it reads one command per line (+, - or reset) and prints each count.
    With `all`, every style gets the same commands on a background queue. The program shows what each view received, and
    on which queue.

    """

  // While this function awaits, the concurrency runtime runs the main queue, on which the view is updated.
  @MainActor static func main() async {
    occupyClosedDescriptors()
    switch CounterArguments(CommandLine.arguments.dropFirst()) {
    case .help:
      if !output(help) { exit(1) }
    case .mistake(let message):
      warn(message)
      exit(2)
    case .run(let styles):
      await run(with: styles)
    }
  }

  @MainActor private static func run(with styles: [CounterStyle]) async {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      if await !CounterLines().run(styles) { exit(1) }
      return
    }
    do {
      try await CounterScreen(styles, on: Terminal()).run()
    } catch {
      warn("\(error)")
      exit(1)
    }
  }
}

/// The parsed command line.
enum CounterArguments: Equatable {
  case run([CounterStyle])
  case help
  case mistake(String)

  init(_ arguments: some Sequence<String>) {
    var styles = [CounterStyle.bindable]
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help":
        self = .help
        return
      case "--style":
        guard let name = rest.popFirst(), let named = CounterStyle.named(name) else {
          self = .mistake("--style needs one of bindable, rx, bridged, all")
          return
        }
        styles = named
      default:
        self = .mistake("there is no option \(visible(argument)); --help lists the options")
        return
      }
    }
    self = .run(styles)
  }
}

/// Writes to standard output. Returns `false` after an error, which is described on standard error.
func output(_ text: String) -> Bool {
  guard let error = writeAll(text, to: STDOUT_FILENO) else { return true }
  warn("cannot write to standard output: \(String(cString: strerror(error)))")
  return false
}

/// Writes one line to standard error.
func warn(_ message: String) {
  _ = writeAll("Counter: \(message)\n", to: STDERR_FILENO)
}
