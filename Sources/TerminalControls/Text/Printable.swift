/// The text, with "?" for each code point that would control the terminal or reverse the text direction.
package func printable(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isUnsafeOnTerminal ? "?" : $0 }))
}

extension Unicode.Scalar {
  /// Whether the code point would control a terminal or change how a terminal displays other text.
  var isUnsafeOnTerminal: Bool {
    if value < 0x7F { return value < 0x20 }  // Property look-ups are slow, and most text is ASCII.
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The zero width joiner only combines characters, so it is harmless.
    case .format: value != 0x200D
    default: false
    }
  }
}
