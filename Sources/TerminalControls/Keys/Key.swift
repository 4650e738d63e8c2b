/// A key press or a paste.
public enum Key: Hashable, Sendable {
  /// A typed character.
  case character(Character)
  /// Ctrl with a lower-case letter or with one of `@ \ ] ^ _`. Excludes combinations that are keys themselves, such as
  /// Tab.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Pasted text, including its line breaks. A paste longer than 1 MiB arrives in pieces.
  case paste(String)
  /// Anything else: an unsupported key, or invalid UTF-8.
  case unknown
}
