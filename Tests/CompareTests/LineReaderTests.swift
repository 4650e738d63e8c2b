import Testing

@testable import Compare

@Suite("LineReader")
struct LineReaderTests {
  private func batches(
    _ bytes: [UInt8], piece: Int = .max, end: InputEnd = .complete
  ) -> (batches: [LineBatch], replacements: Int) {
    var reader = LineReader(ByteSource(bytes, piece: piece, end: end))
    var batches: [LineBatch] = []
    while let batch = reader.next() { batches.append(batch) }
    return (batches, reader.replacements)
  }

  @Test("gives a short input line by line, with and without a last line end", arguments: [1, 2, 3, .max])
  func shortInput(piece: Int) {
    for (text, lines) in [
      ("", []), ("a", ["a"]), ("a\n", ["a\n"]), ("a\r\nb", ["a\r\n", "b"]), ("\n\n", ["\n", "\n"]),
      ("é漢😀\nß", ["é漢😀\n", "ß"]),
    ] {
      let batches = batches(Array(text.utf8), piece: piece).batches
      #expect(batches.map { String(decoding: $0.text, as: UTF8.self) } == lines)
      #expect(batches.allSatisfy { $0.lines == 1 })
      #expect(batches.reduce(0) { $0 + $1.bytes } == text.utf8.count)
    }
  }

  @Test("cuts a long input into whole lines and characters, wherever the pieces end", arguments: [997, 65_536, .max])
  func longInput(piece: Int) {
    let text = String(repeating: "é漢😀 words\r\n", count: 30_000) + "last"
    let (batches, replacements) = batches(Array(text.utf8), piece: piece)
    #expect(batches.count > 1)
    #expect(replacements == 0)
    #expect(batches.flatMap(\.text) == Array(text.utf8))
    #expect(batches.reduce(0) { $0 + $1.lines } == 30_001)
    for batch in batches.dropLast() { #expect(batch.text.last == UInt8(ascii: "\n")) }
  }

  @Test(
    "cuts a line that is too long between words or, if that is not possible, between characters",
    arguments: ["word ", "漢", "x"])
  func longLine(word: String) {
    let text = String(repeating: word, count: 3_000_000 / word.utf8.count)
    let (batches, replacements) = batches(Array(text.utf8), piece: 100_000)
    #expect(batches.count > 1)
    #expect(replacements == 0)
    #expect(batches.flatMap(\.text) == Array(text.utf8))
    #expect(batches.reduce(0) { $0 + $1.lines } == 1)
    for batch in batches { #expect(batch.text.count <= 2 << 20) }
  }

  @Test(
    "replaces and counts invalid UTF-8, but not characters that are split between pieces", arguments: [1, 9])
  func invalid(piece: Int) {
    for (bytes, text, count) in [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b", 1), ([0xC3], "\u{FFFD}", 1), ([0xE6, 0xBC, 0xA2], "漢", 0),
      ([0xEF, 0xBF, 0xBD, 0xFF], "\u{FFFD}\u{FFFD}", 1), ([0xC3, 0x0A, 0xA9], "\u{FFFD}\n\u{FFFD}", 2),
    ] as [([UInt8], String, Int)] {
      let result = batches(bytes, piece: piece)
      #expect(String(decoding: result.batches.flatMap(\.text), as: UTF8.self) == text)
      #expect(result.replacements == count)
      #expect(result.batches.reduce(0) { $0 + $1.bytes } == bytes.count)
    }
  }

  @Test("drops a byte order mark at the beginning only")
  func byteOrderMark() {
    let result = batches([0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0xEF, 0xBB, 0xBF])
    #expect(result.batches.map(\.text) == [[0x61, 0x0A], [0xEF, 0xBB, 0xBF]])
    #expect(result.batches.map(\.bytes) == [5, 3])
  }

  @Test("returns all that was read before an interruption or a failure, except a truncated character")
  func earlyEnd() {
    for end in [InputEnd.interrupted, .failed(Failure("broken"))] {
      for (text, missing, expected) in [("a\nb", 0, "a\nb"), ("a\n漢", 1, "a\n"), ("a\n😀", 3, "a\n"), ("é", 0, "é")] {
        let result = batches(Array(text.utf8.dropLast(missing)), piece: 2, end: end)
        #expect(String(decoding: result.batches.flatMap(\.text), as: UTF8.self) == expected)
        #expect(result.replacements == 0)
      }
      let long = batches(Array(String(repeating: "漢 ", count: 100_000).utf8.dropLast(2)), piece: 70_000, end: end)
      #expect(long.batches.reduce(0) { $0 + $1.bytes } == 399_996)
      #expect(long.batches.reduce(0) { $0 + $1.lines } == 1)
      #expect(long.replacements == 0)
    }
  }
}
