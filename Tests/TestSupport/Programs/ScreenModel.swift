/// A terminal's screen after the bytes written to it. Supports the escape sequences that the programs of this package
/// write, and keeps others in ``unknown``.
public struct ScreenModel {
  /// A cell of the screen.
  public struct Cell: Equatable, Sendable {
    /// The character, a blank, or an empty string in the second column of a wide character.
    public var text = " "
    /// The parameters of the style, such as `1;31`; empty for none.
    public var style = ""
  }

  public private(set) var columns: Int
  public private(set) var rows: Int
  public private(set) var column = 0
  public private(set) var row = 0
  public private(set) var isCursorVisible = true
  /// Whether the alternate screen is shown.
  public private(set) var isAlternate = false
  public private(set) var isBracketedPasteOn = false
  public private(set) var isAutowrapOn = true
  /// The style of the next character.
  public private(set) var style = ""
  /// Unsupported control characters and sequences.
  public private(set) var unknown: [String] = []

  private var cells: [[Cell]]
  private var primary: [[Cell]]
  private var pending: [UInt8] = []

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
    primary = cells
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The rows, without trailing blanks.
  public var lines: [String] {
    cells.map { row in
      let text = row.map(\.text).joined()
      return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
    }
  }

  /// All rows, for messages.
  public var text: String { lines.joined(separator: "\n") }

  public func cell(column: Int, row: Int) -> Cell { cells[row][column] }

  /// The characters of a row whose style has this parameter, such as `1` or `7`.
  public func text(inRow row: Int, style: String) -> String {
    cells[row].filter { $0.style.split(separator: ";").contains(Substring(style)) }.map(\.text).joined()
  }

  /// Whether the terminal is in its initial state.
  public var isRestored: Bool {
    isCursorVisible && !isAlternate && !isBracketedPasteOn && isAutowrapOn && style.isEmpty
  }

  /// Changes the size and keeps the upper left part.
  public mutating func resize(columns: Int, rows: Int) {
    let former = cells
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
    primary = cells
    for (row, line) in former.prefix(rows).enumerated() {
      cells[row].replaceSubrange(0..<min(columns, line.count), with: line.prefix(columns))
    }
    column = min(column, columns - 1)
    row = min(row, rows - 1)
  }

  /// Processes bytes. An incomplete sequence or character at the end is kept for the next call.
  public mutating func write(_ bytes: [UInt8]) {
    var rest = (pending + bytes)[...]
    pending = []
    while let first = rest.first {
      if first == 0x1B {
        guard let length = Self.lengthOfSequence(rest) else { break }
        perform(String(decoding: rest.prefix(length), as: UTF8.self))
        rest = rest.dropFirst(length)
      } else if first < 0x20 || first == 0x7F {
        control(first)
        rest = rest.dropFirst()
      } else {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard rest.count >= length else { break }
        for scalar in String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars { put(scalar) }
        rest = rest.dropFirst(length)
      }
    }
    pending = Array(rest)
  }

  private static func lengthOfSequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let second = bytes.dropFirst().first else { return nil }
    guard second == UInt8(ascii: "[") else { return second == 0x1B ? 1 : 2 }
    for (offset, byte) in bytes.enumerated().dropFirst(2) {
      if byte == 0x1B { return offset }  // A new sequence aborts this one.
      if (0x40...0x7E).contains(byte) { return offset + 1 }
    }
    return nil
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x0D: column = 0
    case 0x0A: row = min(row + 1, rows - 1)
    case 0x08: column = max(0, column - 1)
    default: unknown.append("control \(byte)")
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(scalar)
    if width == 0 {
      let last = max(0, min(column, columns) - 1)
      let owner = cells[row][last].text.isEmpty ? max(0, last - 1) : last
      cells[row][owner].text.unicodeScalars.append(scalar)
      return
    }
    if column + width > columns {
      if isAutowrapOn {
        column = 0
        row = min(row + 1, rows - 1)
      } else {
        column = max(0, columns - width)
      }
    }
    cells[row][column] = Cell(text: String(scalar), style: style)
    if width == 2, column + 1 < columns { cells[row][column + 1] = Cell(text: "", style: style) }
    column += width
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      (0x1100...0x115F).contains(scalar.value) || (0x2E80...0x303E).contains(scalar.value)
      || (0x3041...0xA4CF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
      || (0xF900...0xFAFF).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
      || (0x1F300...0x1FAFF).contains(scalar.value) || (0x20000...0x3FFFD).contains(scalar.value)
    return isWide ? 2 : 1
  }

  private mutating func perform(_ sequence: String) {
    guard sequence.hasPrefix("\u{1B}["), let last = sequence.last else {
      if sequence != "\u{1B}", sequence != "\u{1B}\\" { unknown.append(sequence) }
      return
    }
    let body = String(sequence.dropFirst(2).dropLast())
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch last {
    case "H", "f":
      row = min(max(first, 1), rows) - 1
      column = min(max(numbers.dropFirst().first ?? 1, 1), columns) - 1
    case "A": row = max(0, row - max(1, first))
    case "B": row = min(rows - 1, row + max(1, first))
    case "C": column = min(columns - 1, column + max(1, first))
    case "D": column = max(0, column - max(1, first))
    case "J" where first == 2: cells = Self.blank(columns, rows)
    case "J" where first == 0:
      erase(row, from: column)
      for next in (row + 1)..<max(row + 1, rows) { erase(next, from: 0) }
    case "K" where first == 0: erase(row, from: column)
    case "K" where first == 2: erase(row, from: 0)
    case "m": setStyle(body)
    case "h", "l": setMode(body, isOn: last == "h", sequence)
    default: unknown.append(sequence)
    }
  }

  private mutating func erase(_ row: Int, from start: Int) {
    for column in min(start, columns)..<columns { cells[row][column] = Cell() }
  }

  private mutating func setStyle(_ parameters: String) {
    for part in parameters.split(separator: ";", omittingEmptySubsequences: false) {
      if part.isEmpty || part == "0" { style = "" } else { style += style.isEmpty ? "\(part)" : ";\(part)" }
    }
  }

  private mutating func setMode(_ mode: String, isOn: Bool, _ sequence: String) {
    switch mode {
    case "?25": isCursorVisible = isOn
    case "?7": isAutowrapOn = isOn
    case "?2004": isBracketedPasteOn = isOn
    case "?1049":
      if isOn, !isAlternate {
        primary = cells
        cells = Self.blank(columns, rows)
      } else if !isOn, isAlternate {
        cells = primary
      }
      isAlternate = isOn
    default: unknown.append(sequence)
    }
  }
}
