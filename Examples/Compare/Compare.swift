import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs view models, written four ways, on the same input, and shows how they compare.
@main
enum Compare {
  // While this function awaits, the concurrency runtime runs the main queue, on which the views are called.
  static func main() async {
    occupyClosedDescriptors()
    do throws(Failure) {
      exit(try await run(Arguments(Array(CommandLine.arguments.dropFirst()))))
    } catch {
      warn(error.message)
      exit(1)
    }
  }

  /// Returns the exit status.
  nonisolated private static func run(_ arguments: Arguments) async throws(Failure) -> Int32 {
    if arguments.isHelp {
      try show(Arguments.help)
    } else if arguments.isCode {
      let columns = terminalColumns(STDOUT_FILENO) ?? .max
      try show(CodeBesideCode.pairs.map { $0.text(columns: columns) }.joined(separator: "\n\n"))
    } else if let explanation = Explanation.all.first(where: { $0.row == arguments.row }) {
      try show(explanation.text)
    } else {
      return try await compare(arguments)
    }
    return 0
  }

  nonisolated private static func compare(_ arguments: Arguments) async throws(Failure) -> Int32 {
    let (source, usualFilter) = try source(for: arguments.file)
    let run = try await read(source, filter: arguments.filter ?? usualFilter)
    var report = Report(run: run, experiments: await Experiments.run(), searches: await SearchExperiment.run())
    if let columns = terminalColumns(STDOUT_FILENO) {
      report.columns = min(max(columns, Report.widths.lowerBound), Report.widths.upperBound)
    }
    try show(report.text)
    switch run.end {
    case .interrupted: return 128 + SIGINT  // As shells do.
    case .failed(let failure): throw failure
    case .complete where !run.isValid:
      throw Failure("\(run.input) is not valid UTF-8: it was read with replacement characters")
    case .complete: return 0
    }
  }

  nonisolated private static func read(_ source: ByteSource, filter: String) async throws(Failure) -> RunResult {
    Interruption.startHandling()
    defer { Interruption.stopHandling() }
    var bar = ProgressBar()
    defer { bar.clear() }
    return try await InputRun.run(source, filter: filter) { bytes, size in bar.show(bytes: bytes, size: size) }
  }

  nonisolated private static func source(for file: String?) throws(Failure) -> (ByteSource, usualFilter: String) {
    switch file {
    case Arguments.standardInput: return (try .standardInput(), "")
    case let file?: return (try ByteSource(file: file), "")
    case nil where ByteSource.hasStandardInput: return (try .standardInput(), "")
    case nil: return (ByteSource(Array(sampleText.utf8), name: "a poem of eight lines"), "w")
    }
  }

  nonisolated private static func show(_ text: String) throws(Failure) {
    if let error = writeAll(text, to: STDOUT_FILENO) {
      throw Failure("cannot write to standard output", error: error)
    }
  }

  private static func warn(_ message: String) {
    _ = writeAll("Compare: \(message)\n", to: STDERR_FILENO)
  }
}
