public import RxCore

/// Two infallible events are equal if both are completions or both carry equal elements.
extension InfallibleEvent: Equatable where Element: Equatable {
  /// Whether both events are completions or carry equal elements.
  public static func == (left: InfallibleEvent, right: InfallibleEvent) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.completed, .completed): true
    default: false
    }
  }
}
