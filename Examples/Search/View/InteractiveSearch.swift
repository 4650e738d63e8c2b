import BindableKit
import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Searches on the terminal as the user types, and prints the user's choice.
struct InteractiveSearch {
  /// The exit status if the user leaves without choosing a hit: by convention, the same as after Ctrl-C.
  private static let statusAfterCancelling = 128 + SIGINT

  let arguments: Arguments

  /// Returns the exit status.
  @MainActor func run() async -> Int32 {
    guard isatty(STDIN_FILENO) == 1, !arguments.paths.contains(Arguments.standardStream) else {
      warn("cannot read keys from standard input: use --query WORD")
      return 2
    }
    let roots = arguments.paths.isEmpty ? [.currentDirectory] : arguments.paths
    let viewModel = SearchViewModel(roots: roots, fileSystem: Disk())
    viewModel.mode.value = arguments.mode(otherwise: .both)
    do {
      switch try await SearchView(viewModel, on: Terminal()).run() {
      case .chosen(let hit): return Self.show(hit)
      case .cancelled: return Self.statusAfterCancelling
      }
    } catch {
      warn("\(error)")
      return 2
    }
  }

  private static func show(_ hit: Hit) -> Int32 {
    let line = hit.line.map { ":\($0)\n" } ?? "\n"
    guard let error = (hit.path.bytes + line.utf8).withUnsafeBytes({ writeAll($0, to: STDOUT_FILENO) }) else {
      return 0
    }
    // Like other programs, let SIGPIPE end the program, unless the signal is ignored.
    if error == EPIPE { raise(SIGPIPE) }
    warn(OutputError(code: error).message)
    return 2
  }
}
