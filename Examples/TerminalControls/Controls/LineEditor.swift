/// A line of text with a cursor, and what the keys do to it.
///
/// A key costs as little in a long line as in a short one, except for those that move the cursor to the begin or the end.
struct LineEditor {
  /// What a key did to the line.
  enum Effect {
    case moved
    case changed
  }

  // Two parts rather than an index: what is typed may form one character with what is before it.
  private var before: String
  /// The characters after the cursor, the last one first: a character that the cursor passes is added or removed at the end.
  private var after: [Character] = []
  /// The first bytes of `before` for which the columns are known. The last character is not among them, because the next key may
  /// change it.
  private var measured = (bytes: 0, columns: 0)

  /// Makes a line with the cursor at its end.
  init(_ text: String = "") {
    before = text
  }

  var text: String { after.isEmpty ? before : before + String(after.reversed()) }

  /// What the next ``cursorColumn`` has to measure: what was typed since the last one, and a character.
  var unmeasured: Substring { before[before.utf8.index(before.startIndex, offsetBy: measured.bytes)...] }

  /// In which column of the text the cursor is.
  var cursorColumn: Int {
    mutating get {
      var rest = unmeasured
      while let character = rest.popFirst() {
        let columns = Self.columns(of: character)
        if rest.isEmpty { return measured.columns + columns }
        measured.bytes += character.utf8.count
        measured.columns += columns
      }
      return 0
    }
  }

  /// The characters that are seen in some columns of the text, and the column in which the first of them begins.
  mutating func characters(in columns: Range<Int>) -> (characters: [Character], column: Int) {
    let cursor = cursorColumn
    var (begin, end) = (cursor, cursor)
    var characters: [Character] = []
    for character in before.reversed() {
      if begin <= columns.lowerBound { break }
      begin -= Self.columns(of: character)
      characters.append(character)
    }
    characters.reverse()
    for character in after.reversed() {
      if end >= columns.upperBound { break }
      end += Self.columns(of: character)
      characters.append(character)
    }
    return (characters, begin)
  }

  /// Acts on a key, and returns what it did; `nil` if the line has no use for the key.
  mutating func handle(_ key: Key) -> Effect? {
    switch key {
    case .character(let character): return insert(String(character))
    case .paste(let text): return insert(String(text.map { $0.isNewline ? " " : $0 }))
    case .backspace: return removeLast() == nil ? .moved : .changed
    case .delete: return after.popLast() == nil ? .moved : .changed
    case .control("u"): return deleteToBegin()
    case .control("k"): return deleteToEnd()
    case .control("w"): return deleteWord()
    case .control("a"): return moveToBegin()
    case .control("e"): return moveToEnd()
    case .home where !before.isEmpty: return moveToBegin()
    case .end where !after.isEmpty: return moveToEnd()
    case .left: return moveLeft()
    case .right: return moveRight()
    default: return nil
    }
  }

  // MARK: - What keys do

  private mutating func insert(_ text: String) -> Effect {
    before += text
    return text.isEmpty ? .moved : .changed
  }

  private mutating func deleteToBegin() -> Effect {
    defer { removeAllBefore() }
    return before.isEmpty ? .moved : .changed
  }

  private mutating func deleteToEnd() -> Effect {
    defer { after = [] }
    return after.isEmpty ? .moved : .changed
  }

  /// Deletes the word before the cursor, and the blanks after it.
  private mutating func deleteWord() -> Effect {
    let effect: Effect = before.isEmpty ? .moved : .changed
    while before.last?.isWhitespace == true { _ = removeLast() }
    while before.last?.isWhitespace == false { _ = removeLast() }
    return effect
  }

  private mutating func moveToBegin() -> Effect {
    after = text.reversed()
    removeAllBefore()
    return .moved
  }

  private mutating func moveToEnd() -> Effect {
    before = text
    after = []
    return .moved
  }

  private mutating func moveLeft() -> Effect? {
    guard var character = removeLast() else { return nil }
    // It may form one character with what is after it, such as a mark.
    while let next = after.last {
      let both = String([character, next])
      guard both.count == 1 else { break }
      character = both[both.startIndex]
      after.removeLast()
    }
    after.append(character)
    return .moved
  }

  private mutating func moveRight() -> Effect? {
    guard let character = after.popLast() else { return nil }
    before.append(character)
    return .moved
  }

  // MARK: - The text before the cursor

  private mutating func removeLast() -> Character? {
    let removed = before.popLast()
    if measured.bytes == before.utf8.count, let last = before.last {
      measured.bytes -= last.utf8.count
      measured.columns -= Self.columns(of: last)
    }
    return removed
  }

  private mutating func removeAllBefore() {
    before = ""
    measured = (0, 0)
  }

  private static func columns(of character: Character) -> Int { DrawnText(String(character)).columns }
}
