/// The role of a character in words.
///
/// A word is a run of letters and numbers of any script, as Unicode classifies them: characters of the general
/// categories L and N and those with the property Alphabetic. Combining marks (general category M), the joiners U+200C
/// and U+200D, and soft hyphens belong to the word that they follow, and do not begin one. An apostrophe, `'` or `’`,
/// belongs to a word if the word precedes it directly and a letter or number follows it directly. Everything else
/// separates words, including U+FFFD, which replaces bytes that are not UTF-8.
///
/// Case is ignored: each character counts as its Unicode lowercase form, if that is one character. Otherwise words are
/// compared as written: `é` as one character differs from `e` with a combining accent.
enum CharacterKind: UInt32 {
  /// Ends a word.
  case separator
  /// A letter or number: begins a word, or continues one.
  case letter
  /// Continues a word, but does not begin one.
  case mark
  /// Continues a word if a letter or number follows.
  case apostrophe

  init(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .decimalNumber, .letterNumber, .otherNumber: self = .letter
    case _ where properties.isAlphabetic: self = .letter
    case _ where properties.isJoinControl || scalar == "\u{AD}": self = .mark
    default: self = scalar == "'" || scalar == "’" ? .apostrophe : .separator
    }
  }
}

/// Caches the kind and the lowercase form of characters, because Unicode property look-ups would otherwise dominate the
/// running time.
///
/// The table holds pages of 256 neighbouring characters. A page is filled when the first of its characters occurs. Most
/// texts use few pages; all pages together take four and a half megabytes.
struct CharacterTable: Sendable {
  /// A character's kind and lowercase form, in one number to keep the table small.
  struct Entry {
    fileprivate let bits: UInt32

    var kind: CharacterKind { CharacterKind(rawValue: bits >> 21) ?? .separator }
    /// The lowercase form, as the value of a Unicode scalar.
    var lowerCase: UInt32 { bits & 0x1F_FFFF }
  }

  /// The ordinal of each page in `entries`, from 1; 0 until the page is filled.
  private var pages = [UInt16](repeating: 0, count: 0x1100)
  private var entries: [UInt32] = []

  /// The entry of the Unicode scalar with this value.
  subscript(scalar: UInt32) -> Entry {
    @inline(__always)
    mutating get {
      var page = Int(pages[Int(scalar >> 8)])
      if page == 0 { page = fill(scalar >> 8) }
      return Entry(bits: entries[(page - 1) << 8 | Int(scalar & 0xFF)])
    }
  }

  @inline(never)
  private mutating func fill(_ page: UInt32) -> Int {
    for number in page << 8..<(page + 1) << 8 {
      // Surrogates do not occur in valid UTF-8, so their entries are never used.
      guard let scalar = Unicode.Scalar(number) else {
        entries.append(number)
        continue
      }
      entries.append(CharacterKind(scalar).rawValue << 21 | Self.lowerCase(of: scalar).value)
    }
    let position = entries.count >> 8
    pages[Int(page)] = UInt16(position)
    return position
  }

  /// The lowercase form if it is one character; otherwise the character itself.
  static func lowerCase(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = lower.first, lower.count == 1 else { return scalar }
    return first
  }
}
