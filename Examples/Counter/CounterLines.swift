#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The view without a terminal: reads one command per line and prints each count.
@MainActor final class CounterLines {
  private let viewModel: any CounterViewModel
  private var canWrite = true

  init(_ viewModel: any CounterViewModel) {
    self.viewModel = viewModel
    viewModel.observeCount(with: self) { lines, count in
      if lines.canWrite { lines.canWrite = output("\(count)\n") }
    }
  }

  /// Reads standard input to the end. Returns `false` after an error, which is described on standard error.
  func run() -> Bool {
    var number = 0
    var isGood = true
    errno = 0
    while canWrite, let line = readLine() {
      number += 1
      if let command = CounterCommand(line: line) {
        viewModel.perform(command)
      } else {
        isGood = false
        warn("line \(number) is not a command: write +, - or reset")
      }
      errno = 0  // Writing may have set it.
    }
    // `readLine()` returns nil at the end and after an error.
    if canWrite, errno != 0 {
      isGood = false
      warn("cannot read standard input: \(String(cString: strerror(errno)))")
    }
    return isGood && canWrite
  }
}
