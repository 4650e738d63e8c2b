/// How a piece of text looks. Without a colour it has that of the terminal.
public struct TextStyle: Equatable, Sendable {
  public var foreground: Color?
  public var background: Color?
  public var isBold: Bool
  public var isDim: Bool
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

  public static let plain = TextStyle()
  public static let bold = TextStyle(isBold: true)
  public static let dim = TextStyle(isDim: true)
  public static let underlined = TextStyle(isUnderlined: true)
  public static let reversed = TextStyle(isReversed: true)
}
