#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the library costs, beside what others cost, on this machine and in this run.
///
///     swift run -c release --package-path Tests/Benchmarks Benchmarks [--filter WORKLOAD] [--json FILE] [--quick]
///
/// A workload is one task; its contenders do that task in different ways:
///
/// - `ours`: BindableKit or RxCore, whichever the workload is about. Where both are, the second has a longer name.
/// - `floor`: the least that the task takes: the didSet observable with an array of closures, and closures that call
///   closures. Not safe in any way, and not a goal, but a measure that is the same for everybody.
/// - `OpenCombine`: the peer.
/// - others, named after what they are, where a bar compares with something else.
///
/// All contenders of a workload are prepared first and then take turns, round by round, in an order that rotates, so
/// that whatever else the machine does hits all of them alike. One round warms up, eleven count. Figures are for one
/// operation: one event sent, one value set, one chain made and disposed. Ratios are of medians. Compare ratios between
/// machines and runs, not nanoseconds.
///
/// To add a workload, write a file under Workloads and name it in ``Workload/all``. Keep its closures out of anything
/// isolated to the main actor: they would be main-actor closures then, and delivered through the main queue.
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
    // Opened first: a file that cannot be written is better known before the minutes than after them.
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

/// Ends the program with one line on standard error.
struct Failure: Error {
  let message: String
  let exitCode: Int32

  static func usage(_ message: String) -> Failure { Failure(message: message, exitCode: EX_USAGE) }
  static func file(_ message: String) -> Failure { Failure(message: message, exitCode: EX_CANTCREAT) }
}
