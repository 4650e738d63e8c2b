/// A slow reference implementation of word splitting, to check the fast one.
enum ReferenceWords {
  /// The lower-case words of a text, in order.
  static func words(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var words: [String] = []
    var index = 0
    while index < scalars.count {
      guard isLetter(scalars[index]) else {
        index += 1
        continue
      }
      var end = index + 1
      while end < scalars.count {
        if isLetter(scalars[end]) || isMark(scalars[end]) {
          end += 1
        } else if isApostrophe(scalars[end]), end + 1 < scalars.count, isLetter(scalars[end + 1]) {
          end += 2
        } else {
          break
        }
      }
      words.append(scalars[index..<end].map(lowerCase).joined())
      index = end
    }
    return words
  }

  /// The most frequent word, or the first one in a tie; empty if there is none.
  static func mostFrequent(of words: [String]) -> String {
    var counts: [[UInt8]: Int] = [:]
    for word in words { counts[Array(word.utf8), default: 0] += 1 }
    let most = counts.values.max()
    return words.first { counts[Array($0.utf8)] == most } ?? ""
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard !isMark(scalar) else { return false }
    let letters: [Unicode.GeneralCategory] = [
      .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber,
      .otherNumber,
    ]
    return letters.contains(scalar.properties.generalCategory) || scalar.properties.isAlphabetic
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark, .enclosingMark]
    return marks.contains(scalar.properties.generalCategory) || [0x200C, 0x200D, 0xAD].contains(scalar.value)
  }

  static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x27 || scalar.value == 0x2019 }

  static func lowerCase(_ scalar: Unicode.Scalar) -> String {
    let lower = scalar.properties.lowercaseMapping
    return lower.unicodeScalars.count == 1 ? lower : String(scalar)
  }
}
