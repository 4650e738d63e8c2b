import TestSupport
import Testing

@testable import Search

@Suite("LineSearch")
struct LineSearchTests {
  /// The parts of a found line that the tests compare.
  struct Found: Equatable {
    var number: Int
    var offset: Int
    var line: String
    var match: Range<Int>
    var isCut = false
  }

  private func found(
    _ word: String, in text: [UInt8], ignoresCase: Bool = false, block: Int = 1 << 12, longest: Int? = nil,
    context: Int = 512, pieces: @escaping () -> Int = { .max }
  ) throws -> (lines: [Found], last: LineSearch.Step) {
    var lines: [Found] = []
    var search = LineSearch(
      Matcher(Array(word.utf8), ignoresCase: ignoresCase), MemoryReader(text, pieces: pieces),
      buffer: BlockBuffer(size: block), longestLine: longest ?? block, context: context)
    var step = LineSearch.Step.more
    while step == .more {
      step = try search.step { match in
        lines.append(
          Found(
            number: match.number, offset: match.offset, line: String(decoding: match.line, as: UTF8.self),
            match: match.match, isCut: match.isCutAtStart || match.isCutAtEnd))
        return true
      }
    }
    return (lines, step)
  }

  private func found(_ word: String, in text: String) throws -> [Found] { try found(word, in: Array(text.utf8)).lines }

  /// The result of searching line by line.
  private func expected(_ word: String, in text: [UInt8]) -> [Found] {
    var offset = 0
    var lines: [Found] = []
    for (index, line) in text.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      if let match = Matcher(Array(word.utf8), ignoresCase: false).firstMatch(in: line) {
        lines.append(
          Found(
            number: index + 1, offset: offset + match.lowerBound, line: String(decoding: line, as: UTF8.self),
            match: match))
      }
      offset += line.count + 1
    }
    return lines
  }

  @Test("finds the first line, and a last line with and without an end")
  func ends() throws {
    let first = Found(number: 1, offset: 0, line: "word", match: 0..<4)
    #expect(try found("word", in: "word") == [first])
    #expect(try found("word", in: "word\n") == [first])
    #expect(
      try found("word", in: "word\n\nno\na word") == [
        first, Found(number: 4, offset: 11, line: "a word", match: 2..<6),
      ])
    #expect(try found("word", in: "") == [])
    #expect(try found("word", in: "wor\nd") == [])
  }

  @Test("finds each line once, with its first match")
  func once() throws {
    #expect(
      try found("aa", in: "aaaaa aa\naa") == [
        Found(number: 1, offset: 0, line: "aaaaa aa", match: 0..<2),
        Found(number: 2, offset: 9, line: "aa", match: 0..<2),
      ])
  }

  @Test("keeps a carriage return at the end of a line")
  func carriageReturn() throws {
    #expect(try found("b", in: "a\r\nb\r\n") == [Found(number: 2, offset: 3, line: "b\r", match: 0..<1)])
  }

  @Test("finds each line, including the empty last one of a block, if the word is empty")
  func emptyWord() throws {
    #expect(try found("", in: "a\n\nb").map(\.line) == ["a", "", "b"])
    #expect(try found("", in: "a\n\n").map(\.line) == ["a", ""])
  }

  @Test("finds the same as a search line by line, however the file is split into reads and blocks", arguments: 0..<400)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let text: [UInt8] = (0..<Int.random(in: 0..<600, using: &random)).map { _ in
      Int.random(in: 0..<8, using: &random) == 0 ? newline : UInt8.random(in: 97...99, using: &random)
    }
    let word = String(
      "abcabbac".dropFirst(Int.random(in: 0..<5, using: &random)).prefix(Int.random(in: 1..<4, using: &random)))
    let most = Int.random(in: 1..<40, using: &random)
    let pieces = Guarded(random)
    let result = try found(
      word, in: text, block: Int.random(in: 1..<200, using: &random), longest: 1 << 12,
      context: Int.random(in: 0..<4, using: &random),
      pieces: { pieces.withLock { Int.random(in: 1...most, using: &$0) } })
    #expect(result.lines == expected(word, in: text))
    #expect(result.last == .end)
  }

  @Test(
    "finds each line that is longer than the buffer once, with the bytes around its first match", arguments: 0..<400)
  func longLines(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let text: [UInt8] = (0..<Int.random(in: 0..<3_000, using: &random)).map { _ in
      Int.random(in: 0..<300, using: &random) == 0 ? newline : UInt8.random(in: 97...100, using: &random)
    }
    let word = "abcda"
    let most = Int.random(in: 1..<200, using: &random)
    let pieces = Guarded(random)
    let result = try found(
      word, in: text, block: 64, context: 10, pieces: { pieces.withLock { Int.random(in: 1...most, using: &$0) } })
    let lines = expected(word, in: text)
    #expect(result.lines.map(\.number) == lines.map(\.number))
    #expect(result.lines.map(\.offset) == lines.map(\.offset))
    for (found, whole) in zip(result.lines, lines) {
      let line = Array(whole.line.utf8)
      let around = max(0, whole.match.lowerBound - 10)..<min(line.count, whole.match.upperBound + 10)
      #expect(found.line.contains(String(decoding: line[around], as: UTF8.self)))
      #expect(found.isCut == (found.line != whole.line))
    }
  }

  @Test("the buffer grows for a long line, up to a limit")
  func growing() throws {
    let long = Array(repeating: UInt8(ascii: "x"), count: 100_000) + Array("word".utf8)
    let text = Array("a\n".utf8) + long + Array("\nword".utf8)
    let whole = try found("word", in: text, longest: 1 << 18).lines
    #expect(whole.map(\.line.utf8.count) == [100_004, 4])
    #expect(whole.map(\.number) == [2, 3])
    let cut = try found("word", in: text, longest: 1 << 14).lines
    #expect(cut.map(\.offset) == whole.map(\.offset))
    #expect(cut.map(\.isCut) == [true, false])
  }

  @Test("ignores the case of ASCII letters, and returns the line unchanged")
  func ignoringCase() throws {
    let text = Array("A Word\nwORD É\nwörd\n".utf8)
    #expect(try found("WorD", in: text, ignoresCase: true).lines.map(\.line) == ["A Word", "wORD É"])
    #expect(try found("é", in: text, ignoresCase: true).lines.isEmpty)
  }

  @Test("a NUL in the first 32,768 bytes makes a file binary, a later one does not", arguments: [1, 1_000, 1 << 18])
  func binary(piece: Int) throws {
    var text = Array("word\n".utf8) + Array(repeating: newline, count: 40_000)
    text[32_767] = 0
    #expect(try found("word", in: text, block: 1 << 16, pieces: { piece }).last == .binary)
    text[32_767] = newline
    text[32_768] = 0
    let result = try found("word", in: text, block: 1 << 16, pieces: { piece })
    #expect(result.last == .end)
    #expect(result.lines.map(\.number) == [1])
  }

  @Test("stops at the line after which the caller wants no more")
  func stopping() throws {
    for text in ["word\nword\n", "word\nword", "word"] {
      var count = 0
      var search = LineSearch(
        Matcher(Array("word".utf8), ignoresCase: false), MemoryReader(Array(text.utf8)), buffer: BlockBuffer(size: 64))
      var step = LineSearch.Step.more
      while step == .more {
        step = try search.step { _ in
          count += 1
          return false
        }
      }
      #expect(step == .stopped)
      #expect(count == 1)
    }
  }
}
