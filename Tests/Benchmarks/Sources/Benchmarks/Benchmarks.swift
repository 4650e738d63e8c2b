#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Compares the library's cost with the cost of other solutions, on this machine and in this run.
///
///     swift run -c release --package-path Tests/Benchmarks Benchmarks [--filter WORKLOAD] [--json FILE] [--quick]
///
/// A workload is one task. Its contenders do this task in different ways:
///
/// - `ours`: BindableKit or RxCore, depending on the workload. Other contenders built on these modules have longer
///   names, such as `ours-token`.
/// - `floor`: the minimal solution, which is a didSet observable or closures that call closures. The floor is not
///   thread-safe. It is not a goal, but a common measure for all contenders.
/// - `OpenCombine`: a comparable library.
/// - others, if a bar compares with them.
///
/// All contenders of a workload are prepared first. Then they run in rounds, in rotating order, so that other load on
/// the machine affects all of them alike. One round warms up, and eleven are counted. Figures are for one operation,
/// for example one event, one change, or one chain that is created and disposed. Ratios are ratios of medians. Compare
/// ratios between machines and runs, not nanoseconds. To add a workload, write a file under Workloads and add the
/// workload to ``Workload/all``. Do not create its closures in code that is isolated to the main actor, because they
/// would be isolated too and run on the main queue.
@main
enum Benchmarks {
  static func main() {
    #if os(Linux)
      if MemoryProbe.answer(CommandLine.arguments) || BusyProcess.isMeant(by: CommandLine.arguments) { return }
    #endif
    do {
      try run(Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch {
      _ = writeAll(to: STDERR_FILENO, "Benchmarks: \(error.message)\n")
      exit(error.exitCode)
    }
  }

  private static func run(_ arguments: Arguments) throws(Failure) {
    if arguments.showsHelp {
      print(Arguments.help)
      return
    }
    let workloads = try arguments.select(from: Workload.all)
    // Open the file before measuring, so that a file that cannot be written is reported immediately.
    let file = try arguments.jsonPath.map { path throws(Failure) in try JSONFile(path: path) }
    let table = Table(workloads: workloads, judges: !arguments.isQuick)
    if !workloads.isEmpty { table.printHeader() }
    var results: [WorkloadResult] = []
    for workload in workloads {
      let result = workload.run(isQuick: arguments.isQuick)
      table.printRows(of: result)
      results.append(result)
    }
    #if os(Linux)
      if arguments.measuresSparse { Sparse(isQuick: arguments.isQuick).run() }
    #endif
    try file?.write(results)
  }
}

/// An error that ends the program with one line on standard error.
struct Failure: Error {
  let message: String
  let exitCode: Int32

  static func usage(_ message: String) -> Failure { Failure(message: message, exitCode: EX_USAGE) }
  static func file(_ message: String) -> Failure { Failure(message: message, exitCode: EX_CANTCREAT) }
}
