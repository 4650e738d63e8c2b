/// Splits text into lower-case words and counts them in a ``WordTable``. ``CharacterKind`` defines a word.
///
/// The text may come in pieces, cut between any two characters. A word divided by a cut counts once, by its first
/// part.
struct WordSplitter: Sendable {
  /// The state at the end of the last piece.
  private enum Unfinished {
    case nothing
    /// A word that was counted but may continue.
    case word
    /// A word that was counted, and an apostrophe after which the word may continue.
    case wordAndApostrophe
  }

  /// A word in lower case, and its hash.
  private struct Word {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    var length = 0
    var hash: UInt32 = 0x811C_9DC5

    @inline(__always)
    mutating func append(ascii byte: UInt8) {
      bytes[length] = byte
      length += 1
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }

    @inline(__always)
    mutating func append(_ scalar: UInt32) {
      func append(_ bits: UInt32) {
        bytes[length] = UInt8(truncatingIfNeeded: bits)
        length += 1
      }
      func continuation(_ shift: UInt32) -> UInt32 { 0x80 | scalar >> shift & 0x3F }
      switch scalar {
      case ..<0x80:
        append(scalar)
      case ..<0x800:
        append(0xC0 | scalar >> 6)
        append(continuation(0))
      case ..<0x1_0000:
        append(0xE0 | scalar >> 12)
        append(continuation(6))
        append(continuation(0))
      default:
        append(0xF0 | scalar >> 18)
        append(continuation(12))
        append(continuation(6))
        append(continuation(0))
      }
      hash = (hash ^ scalar) &* 0x0100_0193
    }

    @inline(__always)
    mutating func end(into table: inout WordTable) {
      guard length > 0 else { return }
      table.count(UnsafeBufferPointer(rebasing: bytes[..<length]), hash: hash)
      self = Word(bytes: bytes)
    }
  }

  private var characters = CharacterTable()
  private var unfinished = Unfinished.nothing

  /// Counts the words of `text`, which must be valid UTF-8.
  mutating func split(_ text: [UInt8], into table: inout WordTable) {
    text.withUnsafeBufferPointer { text in
      // Twice the text's size is enough: a non-ASCII character takes at least two bytes, and its lowercase form at most
      // four.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count * 2) { bytes in
        Self.foldedASCII.withUnsafeBufferPointer { folded in
          split(text, from: endOfUnfinishedWord(in: text), word: Word(bytes: bytes), folded: folded, into: &table)
        }
      }
    }
  }

  // MARK: - ASCII, by a table

  private static let separator: UInt8 = 0
  private static let apostrophe: UInt8 = 1
  private static let firstBeyondASCII: UInt8 = 0x80

  /// Maps ASCII letters and digits to lower case, and other ASCII characters to their kind. Non-ASCII bytes are
  /// unchanged.
  private static let foldedASCII: [UInt8] = (0...255).map { (byte: UInt8) in
    guard byte < firstBeyondASCII else { return byte }
    let scalar = Unicode.Scalar(byte)
    switch CharacterKind(scalar) {
    case .letter: return UInt8(truncatingIfNeeded: CharacterTable.lowerCase(of: scalar).value)
    case .apostrophe: return apostrophe
    case .mark, .separator: return separator
    }
  }

  private mutating func split(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, word: consuming Word, folded: UnsafeBufferPointer<UInt8>,
    into table: inout WordTable
  ) {
    var index = start
    while index < text.count {
      let byte = folded[Int(text[index])]
      if byte > Self.apostrophe, byte < Self.firstBeyondASCII {
        word.append(ascii: byte)
        index += 1
      } else if byte == Self.separator {
        word.end(into: &table)
        index += 1
      } else {
        let character = character(in: text, at: index)
        index = character.end
        if character.kind == .letter || (word.length > 0 && continues(character, in: text)) {
          word.append(character.lowerCase)
        } else {
          word.end(into: &table)
        }
      }
    }
    if word.length > 0 { unfinished = .word }
    word.end(into: &table)
  }

  // MARK: - Any character

  private struct Character {
    let kind: CharacterKind
    /// The value of a Unicode scalar.
    let lowerCase: UInt32
    /// The index after the character's last byte.
    let end: Int
  }

  @inline(__always)
  private mutating func character(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Character {
    let (scalar, length) = decodedScalar(in: text, at: index)
    let entry = characters[scalar]
    return Character(kind: entry.kind, lowerCase: entry.lowerCase, end: index + length)
  }

  /// Whether a character continues the word before it.
  ///
  /// Records an apostrophe at the end of the text, because the answer then depends on the next piece.
  private mutating func continues(_ character: Character, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch character.kind {
    case .letter, .mark: return true
    case .separator: return false
    case .apostrophe:
      if character.end < text.count { return self.character(in: text, at: character.end).kind == .letter }
      unfinished = .wordAndApostrophe
      return false
    }
  }

  /// The end of the word that was unfinished at the end of the previous piece; 0 if there is none.
  private mutating func endOfUnfinishedWord(in text: UnsafeBufferPointer<UInt8>) -> Int {
    guard unfinished != .nothing, !text.isEmpty else { return 0 }
    if unfinished == .wordAndApostrophe, character(in: text, at: 0).kind != .letter {
      unfinished = .nothing
      return 0
    }
    unfinished = .word
    var index = 0
    while index < text.count {
      let character = character(in: text, at: index)
      index = character.end
      guard continues(character, in: text) else {
        if unfinished == .word { unfinished = .nothing }
        break
      }
    }
    return index
  }
}

/// The value of the Unicode scalar whose UTF-8 begins at `index`, and its length in bytes. The text must be valid
/// UTF-8.
@inline(__always)
func decodedScalar(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, length: Int) {
  func continuation(_ offset: Int) -> UInt32 { UInt32(text[index + offset] & 0x3F) }
  let lead = UInt32(text[index])
  return switch lead {
  case ..<0x80: (lead, 1)
  case ..<0xE0: ((lead & 0x1F) << 6 | continuation(1), 2)
  case ..<0xF0: ((lead & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3)
  default: ((lead & 0x07) << 18 | continuation(1) << 12 | continuation(2) << 6 | continuation(3), 4)
  }
}
