/// A key press or a paste.
///
///     switch key {
///     case .character("q"), .escape: leave()
///     case .control("r"): reload()
///     default: break
///     }
///
/// The terminal sends bytes, so some keys cannot be told apart: Ctrl-I is ``tab``, Ctrl-M and Ctrl-J are ``enter``, and
/// Ctrl-H is ``backspace``. Shift, Ctrl and Alt are ignored with the arrow keys and the like, and Alt with a letter is
/// ``unknown``. Ctrl-C, Ctrl-\ and Ctrl-Z are signals, not keys.
public enum Key: Hashable, Sendable {
  /// A typed character: one code point. A combining mark is a key of its own.
  case character(Character)
  /// Ctrl with a lower-case letter or with one of `@ \ ] ^ _`. Excludes combinations that are keys themselves, such as
  /// Tab.
  case control(Character)
  /// Return, or Enter on the numeric keypad.
  case enter
  /// Tab.
  case tab
  /// Shift-Tab.
  case backTab
  /// Escape. Recognised when nothing follows it for 50 milliseconds, because other keys begin with the same byte.
  case escape
  /// Backspace, which deletes to the left.
  case backspace
  /// Delete, which deletes to the right.
  case delete
  /// The up arrow.
  case up
  /// The down arrow.
  case down
  /// The left arrow.
  case left
  /// The right arrow.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Page Up.
  case pageUp
  /// Page Down.
  case pageDown
  /// Pasted text, including its line breaks. A paste longer than 1 MiB arrives in pieces.
  case paste(String)
  /// Anything else: an unsupported key, or invalid UTF-8.
  case unknown
}
