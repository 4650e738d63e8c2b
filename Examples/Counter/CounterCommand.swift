/// A command that changes a count.
enum CounterCommand: Equatable, Sendable {
  case step(Int)
  case reset

  /// The count after the command.
  func applied(to count: Int) -> Int {
    switch self {
    case .step(let amount): count.stepped(by: amount)
    case .reset: 0
    }
  }

  /// Parses a line of text; `nil` if it is not a command.
  init?(line: String) {
    switch line {
    case "+": self = .step(1)
    case "-": self = .step(-1)
    case "reset": self = .reset
    default: return nil
    }
  }
}

extension CounterViewModel {
  func perform(_ command: CounterCommand) {
    switch command {
    case .step(let amount): step(by: amount)
    case .reset: reset()
    }
  }
}
