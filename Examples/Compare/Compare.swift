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
  // While it awaits, the concurrency runtime runs the main queue, where the view is.
  static func main() async {
    do throws(Failure) {
      try await run(Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch {
      warn(error.message)
      exit(1)
    }
  }

  nonisolated private static func run(_ arguments: Arguments) async throws(Failure) {
    if arguments.isHelp { return try show(Arguments.help) }
    let (source, isSample) = try source(for: arguments)
    var svg: OutputFile?
    if let path = arguments.svg { svg = try OutputFile(path: path, notTheSameAs: source) }
    let costs = CostMeter.isMeaningful ? CostMeter.measure() : nil

    let run = try await read(source, filter: arguments.filter ?? (isSample ? "w" : ""))
    if run.replacements > 0 {
      let characters = run.replacements == 1 ? "1 replacement character" : "\(run.replacements) replacement characters"
      warn("\(printable(source.name)) is not valid UTF-8: read with \(characters)")
    }
    try svg?.write(Diagram(run).svg)
    let report = Report(run: run, probes: await Probe.run(), costs: costs)
    try show(arguments.isJSON ? report.json : report.text)
  }

  nonisolated private static func read(_ source: ByteSource, filter: String) async throws(Failure) -> Run {
    var bar = ProgressBar()
    defer { bar.clear() }
    return try await InputRun.run(source, filter: filter) { bytes, size in bar.show(bytes: bytes, size: size) }
  }

  nonisolated private static func source(for arguments: Arguments) throws(Failure) -> (ByteSource, isSample: Bool) {
    switch arguments.file {
    case "-": return (try .standardInput(), false)
    case let path?: return (try ByteSource(path: path), false)
    case nil where ByteSource.hasStandardInput: return (try .standardInput(), false)
    case nil: return (ByteSource(Array(sampleText.utf8), name: "a poem of eight lines"), true)
    }
  }

  nonisolated private static func show(_ text: String) throws(Failure) {
    guard writeAll(text, to: STDOUT_FILENO) else { throw Failure("cannot write", "standard output", error: errno) }
  }

  nonisolated private static func warn(_ message: String) {
    _ = writeAll("Compare: \(message)\n", to: STDERR_FILENO)
  }
}
