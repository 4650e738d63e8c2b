extension StringProtocol {
  /// The width of the text in terminal columns, if it is written on one line.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The width of the character in terminal columns: two for emoji and wide East Asian characters, zero for combining
  /// marks and control characters.
  package var displayWidth: Int {
    var widest = 0
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{FE0F}": return 2  // Selects emoji presentation.
      case "\u{FE0E}": return 1  // Selects text presentation.
      default: widest = max(widest, scalar.displayWidth)
      }
    }
    return widest
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// Wide or full-width blocks, by the Unicode property East_Asian_Width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo
    0x2E80...0x303E, 0x3041...0xA4CF,  // CJK, kana, bopomofo, Yi
    0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,  // compatibility and vertical forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, Nushu, historic kana
    0x1F200...0x1F265, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,  // symbols
    0x20000...0x3FFFD,  // CJK extensions
  ]
}

extension String {
  /// The text on one line, with newlines, tabs and other control characters escaped as in a Swift string literal.
  package var escapingControls: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: escaped += "\\u{\(String(scalar.value, radix: 16))}"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }

  /// The text, padded with spaces to a width of `columns` columns.
  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - displayWidth))
  }
}
