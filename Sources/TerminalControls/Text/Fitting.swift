/// The text, truncated to `columns` columns with a final "~" if it is longer.
public func fitted(_ text: String, columns: Int) -> String {
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

/// The text, padded with `filler` to a width of `columns` columns.
public func padded(_ text: String, columns: Int, with filler: Character = " ") -> String {
  text + String(repeating: filler, count: max(0, columns - displayWidth(text)))
}
