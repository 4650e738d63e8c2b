import TerminalControls

extension Hit {
  /// The hit on one row: its location, and the text with the match highlighted. A long path is truncated at the start.
  func row(columns: Int) -> StyledText {
    guard let line else { return text.styled(columns: columns) }
    let number = ":\(line): "
    let room = max(8, columns / 2 - number.count)
    var place = StyledText(path.readable.keepingEnd(columns: room), style: TextStyle(foreground: .cyan))
    place.append(number, style: .dim)
    return text.styled(columns: columns, after: place, isIndented: false)
  }
}

extension TextWindow {
  private static let match = TextStyle(foreground: .yellow, isBold: true)

  /// A prefix, followed by the text with the match highlighted. Text before the match is truncated to keep the match
  /// visible.
  func styled(columns: Int, after prefix: StyledText = StyledText(), isIndented: Bool = true) -> StyledText {
    var (before, match, after) = parts
    if !isIndented { before = String(before.drop { $0 == " " || $0 == "\t" }) }
    let room = columns - prefix.columns
    var text = prefix
    // Reserve up to a third of the width for the text after the match.
    let following = min(room / 3, displayWidth(after))
    text.append(before.keepingEnd(columns: max(0, room - displayWidth(match) - following)))
    text.append(match, style: Self.match)
    text.append(after)
    return text.fitted(columns: columns)
  }
}

extension String {
  /// The text, truncated at the start to `columns` columns with a leading "…" if it is longer.
  fileprivate func keepingEnd(columns: Int) -> String {
    let text = visible(self)
    guard displayWidth(text) > columns else { return text }
    var start = text.endIndex
    var room = columns - 1
    while start > text.startIndex {
      let previous = text.index(before: start)
      room -= displayWidth(text[previous])
      if room < 0 { break }
      start = previous
    }
    return columns > 0 ? "…" + text[start...] : ""
  }
}
