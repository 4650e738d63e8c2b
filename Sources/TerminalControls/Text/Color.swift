/// The 16 colours of a terminal. Their exact shades depend on the user's settings.
///
/// The raw value is the terminal's number of the colour, from 0 to 15. Without colours (see ``TerminalDevice/hasColors``) they are left out, so no meaning should depend on a colour alone.
public enum Color: UInt8, Sendable {
  /// Black.
  case black
  /// Red.
  case red
  /// Green.
  case green
  /// Yellow.
  case yellow
  /// Blue.
  case blue
  /// Magenta.
  case magenta
  /// Cyan.
  case cyan
  /// White, which most terminals show as light grey.
  case white
  /// Bright black, which is dark grey.
  case brightBlack
  /// Bright red.
  case brightRed
  /// Bright green.
  case brightGreen
  /// Bright yellow.
  case brightYellow
  /// Bright blue.
  case brightBlue
  /// Bright magenta.
  case brightMagenta
  /// Bright cyan.
  case brightCyan
  /// Bright white.
  case brightWhite
}
