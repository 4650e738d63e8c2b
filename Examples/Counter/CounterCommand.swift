/// A command that changes a count.
enum CounterCommand: Equatable, Sendable {
  case step(Int)
  case reset

  /// Parses a line of text; `nil` if it is not a command.
  init?(line: String) {
    switch line {
    case "+": self = .step(1)
    case "-": self = .step(-1)
    case "reset": self = .reset
    default: return nil
    }
  }

  /// The command as a line of text.
  var text: String {
    switch self {
    case .step(1): "+"
    case .step(-1): "-"
    case .step(let amount): "\(amount)"
    case .reset: "reset"
    }
  }
}
