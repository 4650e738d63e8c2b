/// The 16 colours of a terminal. Their exact shades depend on the user's settings.
public enum Color: UInt8, Sendable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}
