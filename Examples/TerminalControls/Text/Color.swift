/// The 16 colours of a terminal. Their shades are the user's choice.
public enum Color: UInt8, Sendable {
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}
