/// A line of text with a cursor, and what the keys do to it.
struct LineEditor {
  // Two parts rather than an index: what is typed may form one character with what is before it.
  private var before: String
  private var after = ""

  /// Makes a line with the cursor at its end.
  init(_ text: String = "") {
    before = text
  }

  var text: String { before + after }

  /// In which column of the text the cursor is.
  var cursorColumn: Int { DrawnText(before).columns }

  /// Acts on a key, and returns whether it has done so.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): before.append(character)
    case .paste(let text): before += text.map { $0.isNewline ? " " : $0 }
    case .backspace: _ = before.popLast()
    case .delete: after = String(after.dropFirst())
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): deleteWord()
    case .control("a"): moveToBegin()
    case .control("e"): moveToEnd()
    case .home where !before.isEmpty: moveToBegin()
    case .end where !after.isEmpty: moveToEnd()
    case .left where !before.isEmpty: after = String(before.removeLast()) + after
    case .right where !after.isEmpty: before.append(after.removeFirst())
    default: return false
    }
    return true
  }

  private mutating func moveToBegin() {
    after = text
    before = ""
  }

  private mutating func moveToEnd() {
    before = text
    after = ""
  }

  /// Deletes the word before the cursor, and the blanks after it.
  private mutating func deleteWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while before.last?.isWhitespace == false { before.removeLast() }
  }
}
