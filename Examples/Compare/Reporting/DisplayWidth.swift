/// How many columns of a terminal the text takes: two for wide East Asian characters and emoji, none for combining
/// marks.
func displayWidth(_ text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  return text.reduce(0) { $0 + displayWidth($1) }
}

/// How many columns one character takes.
func displayWidth(_ character: Character) -> Int {
  let isEmoji = character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
  return isEmoji ? 2 : character.unicodeScalars.map(width).max() ?? 0
}

private func width(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: 0
  default: wideScalars.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}

/// The blocks whose characters have the Unicode property East_Asian_Width wide or full-width.
private let wideScalars: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
  0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
  0x20000...0x3FFFD,
]

/// The text on at most `columns` columns, the last of them "~" if something is left out.
func fitted(_ text: String, columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  guard columns > 0 else { return "" }
  var result = ""
  var used = 0
  for character in text {
    let next = displayWidth(character)
    if used + next > columns - 1 { break }
    result.append(character)
    used += next
  }
  return result + "~"
}

/// The text on at most `columns` columns. A count that is longer is shown in thousands, millions and so on, rounded down.
func fitted(valueOrCount text: String, columns: Int) -> String {
  guard text.utf8.count > columns, var count = Int(text), count > 0 else { return fitted(text, columns: columns) }
  for unit in ["k", "M", "G", "T", "P"] {
    let tenths = count / 100 % 10
    count /= 1_000
    let shortened = ["\(count).\(tenths)\(unit)", "\(count)\(unit)"]
    if count > 0, let fitting = shortened.first(where: { $0.utf8.count <= columns }) { return fitting }
  }
  return fitted(text, columns: columns)
}

/// The text, followed by `filler` until it is `columns` wide.
func padded(_ text: String, columns: Int, with filler: Character = " ") -> String {
  text + String(repeating: filler, count: max(0, columns - displayWidth(text)))
}

/// The text with "?" for what would move a terminal's cursor or reverse the direction of the text.
func printable(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: "?"
        case .format where scalar.value != 0x200D: "?"
        default: scalar
        }
      }))
}

/// The text without blanks at its end.
func trimmed(_ text: String) -> String {
  String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
}
