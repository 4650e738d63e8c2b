import TerminalControls

/// The text in at most `columns` columns. A longer count is shown in thousands, millions and so on, rounded down.
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

/// The text without trailing blanks.
func trimmed(_ text: String) -> String {
  String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
}

/// The text, wrapped into lines of at most `columns` columns. A longer word has a line of its own.
func wrapped(_ text: String, columns: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let line = lines.last, displayWidth(line) + 1 + displayWidth(word) <= columns {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
