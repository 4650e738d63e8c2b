public import RxCore

/// Two outcomes of a maybe are equal if they are of one kind and carry equal elements or equal errors.
///
/// Errors are compared as those of ``RxCore/Event`` are: by `==` if their type is `Equatable`, otherwise by what they contain.
extension MaybeEvent: Equatable where Element: Equatable {
  /// Whether two outcomes are of one kind and carry what is equal.
  public static func == (left: MaybeEvent, right: MaybeEvent) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left == right
    case (.error(let left), .error(let right)): ContentComparison(left, right).result == .equal
    case (.completed, .completed): true
    default: false
    }
  }
}
