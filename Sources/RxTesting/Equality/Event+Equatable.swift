public import RxCore

/// Two events are equal if they are of the same kind and carry equal elements or equal errors.
///
/// Errors of different types differ. Errors of an `Equatable` type are compared with `==`, others by their contents, to
/// any depth. If the contents cannot be compared, as with a closure, the errors are not equal, and mismatches say why.
extension Event: Equatable where Element: Equatable {
  /// Whether two events are of the same kind and carry equal elements or errors.
  public static func == (left: Event, right: Event) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): ContentComparison(left, right).result == .equal
    case (.completed, .completed): true
    default: false
    }
  }
}

extension Event {
  /// Where two errors with the same description differ, or why two errors cannot be compared, as the end of a sentence;
  /// `nil` otherwise.
  package func errorDetails(comparedWith other: Event) -> String? {
    guard case .error(let left) = self, case .error(let right) = other else { return nil }
    switch ContentComparison(left, right).result {
    case .equal: return nil
    case .different(let path): return "\(left)" == "\(right)" && !path.isEmpty ? "they differ in \(path)" : nil
    case .incomparable(let path, let reason):
      let part = path.isEmpty ? "it" : path
      return "they cannot be compared, because \(part) \(reason); make \(type(of: left)) Equatable"
    }
  }
}
