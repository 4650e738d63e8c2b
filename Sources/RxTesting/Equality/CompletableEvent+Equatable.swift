public import RxCore

/// Two completable events are equal if both are completions or both carry equal errors.
///
/// Errors are compared as for ``RxCore/Event``: with `==` if their type is `Equatable`, otherwise by their contents.
extension CompletableEvent: Equatable {
  /// Whether both events are completions or carry equal errors.
  public static func == (left: CompletableEvent, right: CompletableEvent) -> Bool {
    switch (left, right) {
    case (.error(let left), .error(let right)): ContentComparison(left, right).result == .equal
    case (.completed, .completed): true
    default: false
    }
  }
}
