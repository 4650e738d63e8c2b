public import RxCore

/// Two outcomes of a completable are equal if both are completions, or both are equal errors.
///
/// Errors are compared as those of ``RxCore/Event`` are: by `==` if their type is `Equatable`, otherwise by what they contain.
extension CompletableEvent: Equatable {
  /// Whether two outcomes are both completions or equal errors.
  public static func == (left: CompletableEvent, right: CompletableEvent) -> Bool {
    switch (left, right) {
    case (.error(let left), .error(let right)): ContentComparison(left, right).result == .equal
    case (.completed, .completed): true
    default: false
    }
  }
}
