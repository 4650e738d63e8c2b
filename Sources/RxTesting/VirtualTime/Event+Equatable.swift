public import RxCore

/// Two events are equal if they are of one kind and carry equal elements or errors. Errors are compared by `==` where their
/// type has it, else by type and description.
extension Event: Equatable where Element: Equatable {
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): isEqual(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}

/// Whether two errors are the same as far as can be told.
func isEqual(_ left: any Error, _ right: any Error) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable { return isEqual(left, to: right) }
  return String(reflecting: left) == String(reflecting: right)
}

private func isEqual<Left: Equatable>(_ left: Left, to right: any Error) -> Bool {
  right as? Left == left
}
