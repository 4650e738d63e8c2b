/// The text with "?" for what would move a terminal's cursor or reverse the direction of the text.
public func printable(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafeOnTerminal ? "?" : $0 }))
}

extension Unicode.Scalar {
  /// Whether a terminal would act on it, or show other text differently because of it.
  var isUnsafeOnTerminal: Bool {
    if value < 0x7F { return value < 0x20 }  // Properties cost far more, and most text has none of interest.
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The zero width joiner only makes one character of several.
    case .format: value != 0x200D
    default: false
    }
  }
}
