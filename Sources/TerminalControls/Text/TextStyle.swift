/// The style of text. Text without colours of its own has the terminal's colours.
///
///     let warning = TextStyle(foreground: .yellow, isBold: true)
///
/// Without colours, bold, dim, underlined and reversed remain.
public struct TextStyle: Equatable, Sendable {
  /// The colour of the characters.
  public var foreground: Color?
  /// The colour of the background.
  public var background: Color?
  /// Whether the characters are bold.
  public var isBold: Bool
  /// Whether the characters are dimmed.
  public var isDim: Bool
  /// Whether the characters are underlined.
  public var isUnderlined: Bool
  /// Whether foreground and background are swapped.
  public var isReversed: Bool

  /// Creates a style; the plain one by default.
  public init(
    foreground: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
    isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
  }

  /// The terminal's own style.
  public static let plain = TextStyle()
  /// Bold characters.
  public static let bold = TextStyle(isBold: true)
  /// Dimmed characters.
  public static let dim = TextStyle(isDim: true)
  /// Underlined characters.
  public static let underlined = TextStyle(isUnderlined: true)
  /// Foreground and background swapped.
  public static let reversed = TextStyle(isReversed: true)
}
