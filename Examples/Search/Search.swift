import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Searches file names and contents as the user types, or once from the command line.
@main
enum Search {
  // While this function awaits, the concurrency runtime runs the main queue, on which the view is updated.
  static func main() async {
    occupyClosedDescriptors()
    do throws(UsageError) {
      exit(await run(try Arguments(commandLine)))
    } catch {
      warn(error.message)
      exit(2)
    }
  }

  /// Returns the exit status.
  nonisolated private static func run(_ arguments: Arguments) async -> Int32 {
    if arguments.isHelp {
      guard let error = writeAll(Arguments.help, to: STDOUT_FILENO) else { return 0 }
      warn(OutputError(code: error).message)
      return 2
    }
    guard let word = arguments.word else { return await InteractiveSearch(arguments: arguments).run() }
    return await CommandLineSearch(arguments, word: word).run()
  }

  /// The raw arguments, because `CommandLine.arguments` replaces invalid UTF-8.
  private static var commandLine: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
      }
    }
  }
}
