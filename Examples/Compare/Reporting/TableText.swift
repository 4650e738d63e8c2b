import TerminalControls

/// The text without trailing blanks.
func trimmed(_ text: String) -> String {
  String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
}

/// The text, wrapped into lines of at most `columns` columns. A longer word has a line of its own.
func wrapped(_ text: String, columns: Int) -> String {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let line = lines.last, displayWidth(line) + 1 + displayWidth(word) <= columns {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines.joined(separator: "\n")
}

/// The text in at most `columns` columns. A longer number is shown in thousands or millions, rounded down.
func shortened(_ text: String, columns: Int) -> String {
  guard text.utf8.count > columns, let number = Int(text) else { return fitted(text, columns: columns) }
  guard number >= 1_000_000 else { return "\(number / 1_000)k" }
  let exact = "\(number / 1_000_000).\(number / 100_000 % 10)M"
  return exact.utf8.count > columns ? "\(number / 1_000_000)M" : exact
}

/// The items with commas, and with "and" before the last.
func enumerated(_ items: [String]) -> String {
  guard let last = items.last, items.count > 1 else { return items.joined() }
  return items.dropLast().joined(separator: ", ") + (items.count > 2 ? "," : "") + " and \(last)"
}

/// A number with a comma between thousands.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
  }.joined()
}
