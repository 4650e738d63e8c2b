public import RxCore

/// Two events of an infallible are equal if both are completions, or both carry equal elements.
extension InfallibleEvent: Equatable where Element: Equatable {
  /// Whether two events are both completions or carry equal elements.
  public static func == (left: InfallibleEvent, right: InfallibleEvent) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.completed, .completed): true
    default: false
    }
  }
}
