/// Why a terminal cannot be used.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// It could not be opened.
  case unavailable(path: String, reason: String)
  /// It refuses to report keys as they are typed.
  case unsuitable(reason: String)
  /// Another screen of this program uses it.
  case inUse
  /// It was closed while it was used.
  case closed

  /// One line for the user.
  public var description: String {
    switch self {
    case .unavailable(let path, let reason): "Cannot open the terminal, \(path): \(reason)"
    case .unsuitable(let reason): "Cannot read single keys from the terminal: \(reason)"
    case .inUse: "The terminal is in use by another screen of this program"
    case .closed: "The terminal was closed"
    }
  }
}
