/// The text, truncated to `columns` columns with a final "~" if it is longer.
package func fitted(_ text: String, columns: Int) -> String {
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

/// The text, padded with `filler` to a width of `columns` columns. A wider text is not cut off.
///
///     padded("naïve", columns: 8)  // "naïve   "
///
/// Unlike a count of characters, the width keeps columns aligned behind wide characters. Can be called on any thread.
public func padded(_ text: String, columns: Int, with filler: Character = " ") -> String {
  text + String(repeating: filler, count: max(0, columns - displayWidth(text)))
}
