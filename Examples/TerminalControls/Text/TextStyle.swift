/// How a piece of text looks. Without a colour it has that of the terminal.
public struct TextStyle: Equatable, Sendable {
  /// The colour of the characters.
  public var foreground: Color?
  /// The colour behind them.
  public var background: Color?
  /// Whether the characters are bold.
  public var isBold: Bool
  /// Whether the characters are less bright.
  public var isDim: Bool
  /// Whether the characters are underlined.
  public var isUnderlined: Bool
  /// Whether foreground and background are exchanged.
  public var isReversed: Bool

  /// Makes a style; the plain one, if nothing is given.
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

  /// The style of the terminal itself.
  public static let plain = TextStyle()
  /// Bold characters.
  public static let bold = TextStyle(isBold: true)
  /// Less bright characters.
  public static let dim = TextStyle(isDim: true)
  /// Underlined characters.
  public static let underlined = TextStyle(isUnderlined: true)
  /// Foreground and background exchanged.
  public static let reversed = TextStyle(isReversed: true)
}
