/// The text on at most `columns` columns, the last of them "~" if something is left out.
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

/// The text, followed by `filler` until it is `columns` wide.
public func padded(_ text: String, columns: Int, with filler: Character = " ") -> String {
  text + String(repeating: filler, count: max(0, columns - displayWidth(text)))
}
