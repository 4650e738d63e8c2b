/// The reason why a terminal cannot be used: thrown by ``Screen/start()``, and emitted by `screen.rx.ended`.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// The terminal could not be opened.
  case unavailable(path: String, reason: String)
  /// The terminal does not support reading single keys.
  case unsuitable(reason: String)
  /// Another screen of this program is using the terminal.
  case inUse
  /// The terminal was closed while in use.
  case closed

  /// A message of one line for the user, without the program's name.
  public var description: String {
    switch self {
    case .unavailable(let path, let reason): "Cannot use the terminal: opening \(path) failed: \(reason)"
    case .unsuitable(let reason): "Cannot read single keys from the terminal: \(reason)"
    case .inUse: "The terminal is in use by another screen of this program"
    case .closed: "The terminal was closed"
    }
  }
}
