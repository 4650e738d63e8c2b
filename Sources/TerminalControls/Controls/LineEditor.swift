/// A line of text with a cursor, and the editing commands of the keys.
///
/// A key's cost does not depend on the line's length, except for keys that move the cursor to either end, which copy
/// the line.
struct LineEditor {
  /// The effect of a key on the line.
  enum Effect {
    case moved
    case changed
  }

  // The text before the cursor, in a string of its own, because typed text may combine with the preceding character.
  private var before: String
  /// The characters that the cursor has moved back over, in reverse order, so that changes happen at the array's end.
  private var passed: [Character] = []
  /// The text after `passed`. Characters are only removed, from the front.
  private var rest: Substring = ""
  /// The length of the prefix of `before` whose width is known. Excludes the last character, which the next key may
  /// change.
  private var measured = (bytes: 0, columns: 0)

  /// Creates a line with the cursor at its end.
  init(_ text: String = "") {
    before = text
  }

  var text: String { isAtEnd ? before : before + String(passed.reversed()) + rest }

  private var isAtEnd: Bool { passed.isEmpty && rest.isEmpty }

  /// The text that the next ``cursorColumn`` measures: the text typed since the last call, and the character before it.
  var unmeasured: Substring { before[before.utf8.index(before.startIndex, offsetBy: measured.bytes)...] }

  /// The cursor's column in the text.
  var cursorColumn: Int {
    mutating get {
      var following = unmeasured
      while let character = following.popFirst() {
        let columns = Self.columns(of: character)
        if following.isEmpty { return measured.columns + columns }
        measured.bytes += character.utf8.count
        measured.columns += columns
      }
      return 0
    }
  }

  /// The characters visible in a range of columns, and the column of the first one. The cursor must be in or next to
  /// the range.
  mutating func characters(in columns: Range<Int>) -> (characters: [Character], column: Int) {
    let cursor = cursorColumn
    var begin = cursor
    var characters: [Character] = []
    for character in before.reversed() {
      if begin <= columns.lowerBound { break }
      begin -= Self.columns(of: character)
      characters.append(character)
    }
    characters.reverse()
    return (characters + following(columns: columns.upperBound - cursor).characters, begin)
  }

  /// The characters visible in the next `limit` columns after the cursor, and their total width.
  func following(columns limit: Int) -> (characters: [Character], columns: Int) {
    var (characters, columns): ([Character], Int) = ([], 0)
    for character in passed.reversed() {
      if columns >= limit { return (characters, columns) }
      characters.append(character)
      columns += Self.columns(of: character)
    }
    for character in rest {
      if columns >= limit { break }
      characters.append(character)
      columns += Self.columns(of: character)
    }
    return (characters, columns)
  }

  /// Handles a key and returns its effect; `nil` if the key has none.
  mutating func handle(_ key: Key) -> Effect? {
    switch key {
    case .character(let character): return insert(String(character))
    case .paste(let text): return insert(String(text.map { $0.isNewline ? " " : $0 }))
    case .backspace: return removeLast() == nil ? .moved : .changed
    case .delete: return removeFirst() == nil ? .moved : .changed
    case .control("u"): return deleteToBegin()
    case .control("k"): return deleteToEnd()
    case .control("w"): return deleteWord()
    case .control("a"): return moveToBegin()
    case .control("e"): return moveToEnd()
    case .home where !before.isEmpty: return moveToBegin()
    case .end where !isAtEnd: return moveToEnd()
    case .left: return moveLeft()
    case .right: return moveRight()
    default: return nil
    }
  }

  // MARK: - Editing

  private mutating func insert(_ text: String) -> Effect {
    before += text
    return text.isEmpty ? .moved : .changed
  }

  private mutating func deleteToBegin() -> Effect {
    defer { removeAllBefore() }
    return before.isEmpty ? .moved : .changed
  }

  private mutating func deleteToEnd() -> Effect {
    defer { removeAllAfter() }
    return isAtEnd ? .moved : .changed
  }

  /// Deletes the word before the cursor and any whitespace between word and cursor.
  private mutating func deleteWord() -> Effect {
    let effect: Effect = before.isEmpty ? .moved : .changed
    while before.last?.isWhitespace == true { _ = removeLast() }
    while before.last?.isWhitespace == false { _ = removeLast() }
    return effect
  }

  private mutating func moveToBegin() -> Effect {
    (passed, rest) = ([], text[...])
    removeAllBefore()
    return .moved
  }

  private mutating func moveToEnd() -> Effect {
    before = text
    removeAllAfter()
    return .moved
  }

  private mutating func moveLeft() -> Effect? {
    guard var character = removeLast() else { return nil }
    // Join the character with what follows if the two combine, as with a combining mark.
    while let next = passed.last ?? rest.first {
      let both = String([character, next])
      guard both.count == 1 else { break }
      character = both[both.startIndex]
      _ = removeFirst()
    }
    passed.append(character)
    return .moved
  }

  private mutating func moveRight() -> Effect? {
    guard let character = removeFirst() else { return nil }
    before.append(character)
    return .moved
  }

  // MARK: - Characters beside the cursor

  private mutating func removeLast() -> Character? {
    let removed = before.popLast()
    if measured.bytes == before.utf8.count, let last = before.last {
      measured.bytes -= last.utf8.count
      measured.columns -= Self.columns(of: last)
    }
    return removed
  }

  private mutating func removeFirst() -> Character? { passed.popLast() ?? rest.popFirst() }

  private mutating func removeAllAfter() {
    (passed, rest) = ([], "")
  }

  private mutating func removeAllBefore() {
    before = ""
    measured = (0, 0)
  }

  private static func columns(of character: Character) -> Int { DrawnText(String(character)).columns }
}
