/// What a user presses at once, or pastes.
public enum Key: Hashable, Sendable {
  /// A character that was typed.
  case character(Character)
  /// Ctrl with a lower-case letter, or with one of `@ \ ] ^ _`. Those that are keys of their own, such as Tab, are not among
  /// them.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// What was pasted, in one piece, with its line breaks.
  case paste(String)
  /// Anything else: another key, or bytes that are not UTF-8.
  case unknown
}
