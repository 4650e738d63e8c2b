/// A line of text with a cursor, and what the keys do to it.
///
/// A key costs as little in a long line as in a short one, except for those that move the cursor to the begin or the end, which copy it.
struct LineEditor {
  /// The effect of a key on the line.
  enum Effect {
    case moved
    case changed
  }

  // Two parts rather than an index: what is typed may form one character with what is before it.
  private var before: String
  /// The characters after the cursor that it has passed to the left, the last one first: each is added and removed at the end.
  private var passed: [Character] = []
  /// What follows them. Characters are only removed, at its begin.
  private var rest: Substring = ""
  /// The first bytes of `before` for which the columns are known. The last character is not among them, because the next key may
  /// change it.
  private var measured = (bytes: 0, columns: 0)

  /// Makes a line with the cursor at its end.
  init(_ text: String = "") {
    before = text
  }

  var text: String { isAtEnd ? before : before + String(passed.reversed()) + rest }

  private var isAtEnd: Bool { passed.isEmpty && rest.isEmpty }

  /// The part that the next ``cursorColumn`` measures: the text typed since the last one, and a character.
  var unmeasured: Substring { before[before.utf8.index(before.startIndex, offsetBy: measured.bytes)...] }

  /// In which column of the text the cursor is.
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

  /// The characters that are seen in some columns of the text, and the column in which the first of them begins. The cursor is in or
  /// beside these columns.
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

  /// The characters that are seen in the columns after the cursor, `limit` of them, and how many columns they take.
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

  /// Acts on a key, and returns what it did; `nil` if the line has no use for the key.
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
    defer { removeAllAfter() }
    return isAtEnd ? .moved : .changed
  }

  /// Deletes the word before the cursor, and the blanks after it.
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
    // It may form one character with what is after it, such as a mark.
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
