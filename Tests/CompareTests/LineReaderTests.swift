import Testing

@testable import Compare

@Suite("LineReader")
struct LineReaderTests {
  private func batches(
    _ bytes: [UInt8], piece: Int = .max, end: InputEnd = .complete
  ) -> (batches: [LineBatch], isValid: Bool) {
    var reader = LineReader(ByteSource(bytes, piece: piece, end: end))
    var batches: [LineBatch] = []
    while let batch = reader.next() { batches.append(batch) }
    #expect(reader.end == end)
    return (batches, reader.isValid)
  }

  @Test("gives a short input line by line, with and without a last line end", arguments: [1, 2, 3, .max])
  func shortInput(piece: Int) {
    for (text, lines) in [
      ("", []), ("a", [["a"]]), ("a\n", [["a"]]), ("a\r\nb c", [["a"], ["b", "c"]]), ("\n\n", [[], []]),
      ("é漢😀\nß", [["é漢"], ["ß"]]),
    ] as [(String, [[String]])] {
      let (batches, isValid) = batches(Array(text.utf8), piece: piece)
      #expect(batches.map(\.words) == lines)
      #expect(batches.allSatisfy { $0.lines == 1 })
      #expect(batches.reduce(0) { $0 + $1.bytes } == text.utf8.count)
      #expect(isValid)
    }
  }

  @Test("cuts a long input into whole lines, wherever the pieces end", arguments: [997, 65_536, .max])
  func longInput(piece: Int) {
    let text = String(repeating: "é漢 words\r\n", count: 30_000) + "last"
    let (batches, isValid) = batches(Array(text.utf8), piece: piece)
    #expect(isValid)
    #expect(batches.count > 1)
    #expect(batches.reduce(0) { $0 + $1.bytes } == text.utf8.count)
    #expect(batches.reduce(0) { $0 + $1.lines } == 30_001)
    #expect(batches.flatMap(\.words).count == 60_001)
  }

  @Test("reads a line of any length as one")
  func longLine() {
    let text = String(repeating: "word ", count: 200_000)
    let batches = batches(Array(text.utf8), piece: 100_000).batches
    #expect(batches.map(\.lines) == [1])
    #expect(batches.map(\.words.count) == [200_000])
  }

  @Test(
    "takes a run of letters as a word, in lower case",
    arguments: [
      ("", []), ("one,two;three. ", ["one", "two", "three"]), ("don't x1 2", ["don", "t", "x"]),
      ("ÉTÉ Straße", ["été", "straße"]), ("漢字。漢字", ["漢字", "漢字"]), ("e\u{301}te\u{301}", ["e\u{301}te\u{301}"]),
      ("ЕЩЁ—ещё", ["ещё", "ещё"]), ("a\u{FFFD}b😀c", ["a", "b", "c"]),
    ] as [(String, [String])])
  func words(text: String, words: [String]) {
    #expect(LineBatch(text).words == words)
  }

  @Test("replaces and reports invalid UTF-8, but not characters that are split between pieces", arguments: [1, 9])
  func invalid(piece: Int) {
    for (bytes, words, isValid) in [
      ([0x61, 0xFF, 0x62], ["a", "b"], false), ([0xC3], [], false), ([0xE6, 0xBC, 0xA2], ["漢"], true),
      ([0xEF, 0xBF, 0xBD], [], true), ([0xC3, 0x0A, 0xA9], [], false), ([0xEF, 0xBB, 0xBF, 0x61], ["a"], true),
    ] as [([UInt8], [String], Bool)] {
      let result = batches(bytes, piece: piece)
      #expect(result.batches.flatMap(\.words) == words)
      #expect(result.isValid == isValid)
      #expect(result.batches.reduce(0) { $0 + $1.bytes } == bytes.count)
    }
  }

  @Test("returns all that was read before an interruption or a failure, and does not report a truncated character")
  func earlyEnd() {
    for end in [InputEnd.interrupted, .failed(Failure("broken"))] {
      let result = batches(Array("a\nb 漢".utf8.dropLast()), piece: 2, end: end)
      #expect(result.batches.map(\.words) == [["a"], ["b"]])
      #expect(result.isValid)
    }
  }
}
