/// The view without a terminal: reads one command per line and prints each count.
@MainActor final class CounterLines {
  private let viewModel: any CounterViewModel

  init(_ viewModel: any CounterViewModel) {
    self.viewModel = viewModel
    viewModel.observeCount(with: self) { _, count in print(count) }
  }

  /// Reads to the end and returns the number of invalid lines, each of which is reported on standard error.
  func run() -> Int {
    var number = 0
    var mistakes = 0
    while let line = readLine() {
      number += 1
      if let command = CounterCommand(line: line) {
        viewModel.perform(command)
      } else {
        mistakes += 1
        warn("line \(number) is not a command: write +, - or reset")
      }
    }
    return mistakes
  }
}
