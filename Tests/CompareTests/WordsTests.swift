import TestSupport
import Testing

@testable import Compare

@Suite("The definition of a word")
struct WordsTests {
  @Test(
    "Words are runs of letters and numbers; marks continue them; everything else separates them",
    arguments: [
      ("", 0), ("one", 1), ("one two", 2), (" one,two;three. ", 3), ("x1 2", 2), ("snake_case", 2),
      // Apostrophes.
      ("don't", 1), ("'quoted'", 1), ("don’t", 1), ("‘No…’", 1), ("a—’ b", 2), ("dogs'—x", 2), ("a''b", 2), ("a'", 1),
      ("rock 'n' roll", 3), ("l’été", 1), ("a'\u{301}b", 2),
      // Punctuation beyond ASCII.
      ("“one” — two…", 2), ("漢字。漢字", 2), ("é\u{3000}é", 2), ("a\u{2040}b\u{2060}c\u{206F}d", 4), ("a\u{A0}b«c»", 3),
      ("a·b", 2), ("что—то", 2), ("नमस्ते।नमस्ते", 2), ("a！b", 2), ("a😀b", 2), ("a\u{FFFD}b", 2), ("a\u{E000}b", 2),
      // Letters and numbers of other scripts.
      ("Straße", 1), ("ªº", 1), ("x²", 1), ("½", 1), ("٣٤", 1), ("Ⅷ", 1), ("Ⓐ", 1), ("ʼn", 1), ("𝔘𝔫𝔦", 1),
      // Marks, joiners and soft hyphens.
      ("e\u{301}te\u{301}", 1), ("\u{301} e", 1), ("हिन्दी", 1), ("می\u{200C}خواهم", 1), ("co\u{AD}operate", 1),
      ("👨‍👩‍👧‍👦", 0), ("- \u{200D} -", 0),
    ])
  func splits(text: String, words: Int) {
    #expect(WordTally.counts([text]).words == words)
    #expect(ReferenceWords.words(of: text).count == words)
  }

  @Test("Every character of the planes in use is classified and lowercased as defined")
  func allCharacters() {
    var table = CharacterTable()
    var different: [Unicode.Scalar] = []
    for scalar in [0...0x3FFFF, 0xE0000...0xE0FFF, 0x10FF00...0x10FFFF].joined().compactMap(Unicode.Scalar.init) {
      let expected: CharacterKind =
        ReferenceWords.isLetter(scalar)
        ? .letter
        : ReferenceWords.isMark(scalar) ? .mark : ReferenceWords.isApostrophe(scalar) ? .apostrophe : .separator
      let entry = table[scalar.value]
      let lower = Unicode.Scalar(entry.lowerCase).map { String($0) }
      if entry.kind != expected || lower != ReferenceWords.lowerCase(scalar) { different.append(scalar) }
    }
    #expect(different.isEmpty)
  }

  @Test("Random text has as many words as the definition says, wherever it is cut", arguments: 0..<20)
  func againstDefinition(seed: Int) {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<15 {
      let text = Self.text(length: .random(in: 0..<60, using: &numbers), using: &numbers)
      let words = ReferenceWords.words(of: text)
      let whole = WordTally.counts([text])
      #expect(whole.words == words.count, "\(text.debugDescription)")
      #expect(Array(whole.mostFrequentWord.utf8) == Array(ReferenceWords.mostFrequent(of: words).utf8))
      for _ in 0..<5 {
        let pieces = Self.cut(text, using: &numbers)
        #expect(WordTally.counts(pieces).words == words.count, "\(pieces.debugDescription)")
      }
    }
  }

  @Test("A file has as many words as the definition says, wherever its lines are cut", arguments: 0..<20)
  func readInPieces(seed: Int) {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<20 {
      var bytes = Array(Self.text(length: .random(in: 0..<400, using: &numbers), using: &numbers).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &numbers) where !bytes.isEmpty {
        bytes[.random(in: bytes.indices, using: &numbers)] = .random(in: 0x80...0xFF, using: &numbers)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let words = ReferenceWords.words(of: text)

      let sizes = LineReader.Sizes(shortInput: 8, chunk: 16, longestBatch: .random(in: 32...128, using: &numbers))
      var reader = LineReader(ByteSource(bytes, piece: .random(in: 1...30, using: &numbers)), sizes: sizes)
      var tally = WordTally()
      while let batch = reader.next() { tally.add(batch) }
      #expect(tally.counts.words == words.count, "\(text.debugDescription)")
      #expect(tally.counts.bytes == bytes.count)
      #expect(reader.replacements == LineReader.repaired(bytes[...]).replacements)
    }
  }

  @Test(
    "A line without blanks is cut between words", arguments: ["abcdef,", "абв—", "漢字。", "don't’ "])
  func longLine(text: String) {
    let times = 1_500_000 / text.utf8.count
    var reader = LineReader(ByteSource(Array(String(repeating: text, count: times).utf8)))
    var tally = WordTally()
    var batches = 0
    while let batch = reader.next() {
      tally.add(batch)
      batches += 1
    }
    #expect(batches > 1)
    #expect(tally.counts.words == times)
    #expect(tally.counts.mostFrequentWord == ReferenceWords.words(of: text)[0])
  }

  @Test("A word that is longer than a batch counts once", arguments: ["x", "漢", "x'"])
  func longWord(part: String) {
    let text = "a " + String(repeating: part, count: 50_000 / part.utf8.count) + "b c"
    let sizes = LineReader.Sizes(shortInput: 100, chunk: 1_000, longestBatch: 10_000)
    var reader = LineReader(ByteSource(Array(text.utf8)), sizes: sizes)
    var tally = WordTally()
    while let batch = reader.next() { tally.add(batch) }
    #expect(tally.counts.words == 3)
  }

  @Test("Case is ignored in every script where the lower case is one character")
  func caseFolding() {
    #expect(WordTally.counts(["a ÉTÉ été Été"]).mostFrequentWord == "été")
    #expect(WordTally.counts(["a ЕЩЁ ещё"]).mostFrequentWord == "ещё")
    #expect(WordTally.counts(["a Ⱥ ⱥ"]).mostFrequentWord == "ⱥ")
    #expect(WordTally.counts(["a İx İX"]).mostFrequentWord == "İx")
    #expect(WordTally.counts(["ÉTÉ hiver"], filter: "étÉ").words == 1)
  }

  /// Characters of all kinds, often next to each other.
  private static func text(length: Int, using numbers: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    let tricky = Array(
      "aZ9 ,.'’‘“”…—–-_\n\té漢字。！　«»ß\u{301}\u{20DD}\u{200C}\u{200D}\u{AD}\u{FEFF}\u{FFFD}\u{2028}😀Ⱥ²Ⓐ٣ﬁʼ".unicodeScalars
    )
    while text.count < length {
      let scalar =
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &numbers))
        case 1: Unicode.Scalar(UInt32.random(in: 0x2000...0x206F, using: &numbers))
        case 2: Unicode.Scalar(UInt32.random(in: 0x80...0x7FF, using: &numbers))
        case 3, 4, 5: "a" as Unicode.Scalar
        default: tricky.randomElement(using: &numbers)
        }
      if let scalar { text.append(scalar) }
    }
    return String(text)
  }

  /// The text in pieces, cut at random between code points.
  private static func cut(_ text: String, using numbers: inout SplitMix64) -> [String] {
    var pieces: [String] = []
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...min(rest.count, 9), using: &numbers)
      pieces.append(String(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
