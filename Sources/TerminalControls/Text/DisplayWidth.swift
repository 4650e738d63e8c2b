/// The width of text in terminal columns: two for wide East Asian characters and emoji, zero for combining marks and
/// control characters.
///
/// Follows the Unicode property East_Asian_Width, by blocks. Terminals disagree about some characters; a ``Screen``
/// draws them so that the columns after them stay in place. Can be called on any thread.
public func displayWidth(_ text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  return text.reduce(0) { $0 + displayWidth($1) }
}

/// The width of a character in terminal columns: 0, 1 or 2.
public func displayWidth(_ character: Character) -> Int {
  if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
  if character.unicodeScalars.contains("\u{FE0F}") { return 2 }  // Selects emoji presentation.
  if character.unicodeScalars.contains("\u{FE0E}") { return 1 }  // Selects text presentation.
  return character.unicodeScalars.map(width).max() ?? 0
}

private func width(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: 0
  default: scalar.properties.isEmojiPresentation || wideScalars.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}

/// The blocks of wide or full-width characters, by the Unicode property East_Asian_Width.
private let wideScalars: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
  0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
  0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
]
