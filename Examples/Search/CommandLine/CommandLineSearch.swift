import Dispatch
import RxCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Searches once and prints the matches, as `grep -rnHF` does.
struct CommandLineSearch: Sendable {
  private let search: PrintingSearch
  private let walk: FileWalk
  private let workers: any ImmediateSchedulerType
  private let roots: [Path]
  private let showsSummary: Bool

  /// - Parameters:
  ///   - arguments: the parsed command line.
  ///   - word: the word to search for.
  init(_ arguments: Arguments, word: [UInt8]) {
    let paths = arguments.paths.isEmpty ? [Self.defaultPath] : arguments.paths
    roots = paths.map { $0 == Arguments.standardStream ? .standardInput : $0 }
    showsSummary = arguments.showsSummary
    workers = ConcurrentDispatchQueueScheduler(qos: .userInitiated)
    let disk = Disk(
      standardInput: paths.contains(Arguments.standardStream) ? .standardInput : nil,
      output: FileIdentity(STDOUT_FILENO))
    walk = FileWalk(fileSystem: disk, workers: workers, scheduler: SerialDispatchQueueScheduler(qos: .userInitiated))
    search = PrintingSearch(
      matcher: Matcher(word, ignoresCase: arguments.ignoresCase), mode: arguments.mode(otherwise: .contents),
      fileSystem: disk, output: Output(STDOUT_FILENO, limit: arguments.limit))
  }

  /// Searches, and returns the exit status.
  func run() async -> Int32 {
    do {
      var summary = try await walk.files(below: roots)
        .map { part in searching(part) }
        .merge(maxConcurrent: SearchEngine.usualReaders)
        .take(until: { $0.isFull }, behavior: .inclusive)
        .reduce(SearchSummary()) { $0 + $1 }
        .asSingle().value
      summary.lines = search.output.count
      if showsSummary { warn(summary.description) }
      return summary.exitStatus
    } catch {
      return Self.status(after: error)
    }
  }

  private func searching(_ part: WalkPart) -> Observable<SearchSummary> {
    for problem in part.problems { warn(problem.message) }
    let problems = Observable.just(SearchSummary(problems: part.problems.count))
    if part.files.isEmpty { return problems }
    return problems.concat(Observable.work(on: workers) { [search] work in try search.run(part.files, work) })
  }

  /// Reports the error and returns the exit status. A closed output pipe causes an error only if SIGPIPE is ignored;
  /// otherwise that signal ends the program.
  private static func status(after error: any Error) -> Int32 {
    warn((error as? OutputError)?.message ?? "the search ended early")
    return 2
  }

  /// Standard input if input was piped or redirected, otherwise the current directory.
  private static var defaultPath: Path {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return .currentDirectory }
    let isInput = [S_IFIFO, S_IFREG, S_IFSOCK].contains(status.st_mode & S_IFMT)
    return isInput ? Arguments.standardStream : .currentDirectory
  }
}
