import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs one view model, written four ways, on the same input, and shows how they compare.
@main
enum Compare {
  /// The exit status after Ctrl-C: by convention, 128 plus the signal's number.
  private static let statusAfterInterruption = 128 + SIGINT

  // While this function awaits, the concurrency runtime runs the main queue, on which the view is called.
  static func main() async {
    occupyClosedDescriptors()
    do throws(Failure) {
      exit(try await run(Arguments(commandLine)))
    } catch {
      warn(error.message)
      exit(1)
    }
  }

  /// The raw arguments, because `CommandLine.arguments` replaces invalid UTF-8.
  private static var commandLine: [FileName] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        FileName(bytes: UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) })
      }
    }
  }

  /// Returns the exit status.
  nonisolated private static func run(_ arguments: Arguments) async throws(Failure) -> Int32 {
    if arguments.isHelp {
      try show(Arguments.help)
      return 0
    }
    if let explanation = Explanation.all.first(where: { $0.row == arguments.row }) {
      try show(explanation.text)
      return 0
    }
    let (source, isSample) = try source(for: arguments)
    let isSVGOnly = arguments.svg == Arguments.standardStream
    var svg: OutputFile?
    if let file = arguments.svg, !isSVGOnly { svg = try OutputFile(file, notTheSameAs: source) }
    let costs = CostMeter.isMeaningful && !isSVGOnly ? CostMeter.measure() : nil

    let run = try await read(source, filter: arguments.filter ?? (isSample ? "w" : ""))
    if run.replacements > 0 {
      let characters = run.replacements == 1 ? "1 replacement character" : "\(run.replacements) replacement characters"
      warn("\(source.name) is not valid UTF-8: read with \(characters)")
    }
    if isSVGOnly {
      try show(Diagram(run).svg)
    } else {
      try await show(run, costs: costs, as: arguments, svg: svg)
    }
    return status(of: run, isReport: !isSVGOnly && !arguments.isJSON)
  }

  /// Shows the report even if the SVG file cannot be written.
  nonisolated private static func show(
    _ run: RunResult, costs: [Row]?, as arguments: Arguments, svg: OutputFile?
  ) async throws(Failure) {
    let written = Result { () throws(Failure) in try svg?.write(Diagram(run).svg) }
    var report = Report(
      run: run, experiments: await Experiments.run(), searches: await SearchExperiment.run(), costs: costs)
    if let columns = terminalColumns(STDOUT_FILENO) {
      report.columns = min(max(columns, Report.widths.lowerBound), Report.widths.upperBound)
    }
    try show(arguments.isJSON ? report.json : report.text)
    try written.get()
  }

  /// Returns the exit status, and reports a failure, or an interruption that no report mentions, on standard error.
  nonisolated private static func status(of run: RunResult, isReport: Bool) -> Int32 {
    switch run.end {
    case .complete:
      return 0
    case .interrupted:
      if !isReport, let sentence = Report.earlyEnd(run.end) { warn(sentence) }
      return statusAfterInterruption
    case .failed(let failure):
      warn(failure.message)
      return 1
    }
  }

  nonisolated private static func read(_ source: ByteSource, filter: String) async throws(Failure) -> RunResult {
    Interruption.startHandling()
    defer { Interruption.stopHandling() }
    var bar = ProgressBar()
    defer { bar.clear() }
    var mayBeSlow = !CostMeter.isMeaningful
    return try await InputRun.run(source, filter: filter) { bytes, size in
      if mayBeSlow, size ?? bytes > slowInDebugBuilds {
        mayBeSlow = false
        bar.clear()
        warn("this is a debug build; a release build is about ten times faster: swift run -c release Compare")
      }
      bar.show(bytes: bytes, size: size)
    }
  }

  /// The input size in bytes above which a debug build recommends a release build.
  private static let slowInDebugBuilds = 10_000_000

  nonisolated private static func source(for arguments: Arguments) throws(Failure) -> (ByteSource, isSample: Bool) {
    switch arguments.file {
    case Arguments.standardStream: return (try .standardInput(), false)
    case let file?: return (try ByteSource(file), false)
    case nil where ByteSource.hasStandardInput: return (try .standardInput(), false)
    case nil: return (ByteSource(Array(sampleText.utf8), name: "a poem of eight lines"), true)
    }
  }

  nonisolated private static func show(_ text: String) throws(Failure) {
    if let error = writeAll(text, to: STDOUT_FILENO) {
      throw Failure("cannot write to", "standard output", error: error)
    }
  }

  nonisolated private static func warn(_ message: String) {
    _ = writeAll("Compare: \(message)\n", to: STDERR_FILENO)
  }
}
