public import RxCore

/// Two maybe events are equal if they are of the same kind and carry equal elements or equal errors.
///
/// Errors are compared as for ``RxCore/Event``: with `==` if their type is `Equatable`, otherwise by their contents.
extension MaybeEvent: Equatable where Element: Equatable {
  /// Whether two events are of the same kind and carry equal elements or errors.
  public static func == (left: MaybeEvent, right: MaybeEvent) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left == right
    case (.error(let left), .error(let right)): ContentComparison(left, right).result == .equal
    case (.completed, .completed): true
    default: false
    }
  }
}
