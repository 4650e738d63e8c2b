#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs one view model, written three ways, on the same input, and shows how they compare.
@main
enum Compare {
  static func main() {
    do throws(Failure) {
      try run(Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch {
      write("Compare: \(error.message)\n", to: STDERR_FILENO)
      exit(1)
    }
  }

  nonisolated private static func run(_ arguments: Arguments) throws(Failure) {
    if arguments.isHelp { return write(Arguments.help, to: STDOUT_FILENO) }
    let (source, isSample) = try source(for: arguments)
    let bar = ProgressBar()
    let run = try Scenario.run(source, filter: arguments.filter ?? (isSample ? "w" : ""), progress: bar.show)
    bar.clear()
    if run.replacements > 0 {
      write(
        "Compare: \(printable(source.name)) is not valid UTF-8: U+FFFD was read \(run.replacements) times instead\n",
        to: STDERR_FILENO)
    }
    if let path = arguments.svg { try save(Diagram(run).svg, to: path) }
    let costs = CostMeter.isMeaningful ? CostMeter.measure() : nil
    let report = arguments.isJSON ? JSONReport.text(run, costs: costs) : Report.text(run, costs: costs)
    write(report, to: STDOUT_FILENO)
  }

  nonisolated private static func source(for arguments: Arguments) throws(Failure) -> (ByteSource, isSample: Bool) {
    switch arguments.file {
    case "-": return (try .standardInput(), false)
    case let path?: return (try ByteSource(path: path), false)
    case nil where ByteSource.hasStandardInput: return (try .standardInput(), false)
    case nil: return (ByteSource(Array(sampleText.utf8), name: "a poem of eight lines"), true)
    }
  }

  nonisolated private static func save(_ text: String, to path: String) throws(Failure) {
    guard let file = fopen(path, "w") else { throw Failure("cannot write", path, error: errno) }
    let isWritten = fputs(text, file) >= 0
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed else { throw Failure("cannot write", path, error: errno) }
  }
}

/// Writes all of `text`; a reader that has gone ends the program quietly.
func write(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { exit(1) }
    bytes = bytes.dropFirst(max(0, count))
  }
}

/// Shows on a terminal how much of a long input has been read.
final class ProgressBar {
  private let isShown = isatty(STDERR_FILENO) == 1
  private var percent = -1

  func show(_ fraction: Double) {
    let new = max(0, min(100, Int(fraction * 100)))
    guard isShown, new != percent else { return }
    percent = new
    let filled = new / 2
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 50 - filled)
    write("\r[\(bar)] \(new)%", to: STDERR_FILENO)
  }

  func clear() {
    if isShown, percent >= 0 { write("\r\u{1B}[K", to: STDERR_FILENO) }
  }
}
