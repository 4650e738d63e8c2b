import Testing

@testable import Search

@Suite("TextWindow")
struct TextWindowTests {
  @Test("keeps a short line unchanged, except for a carriage return at its end")
  func short() {
    let window = TextWindow(Array("a word\r".utf8), match: 2..<6)
    #expect(window.parts == ("a ", "word", ""))
    #expect(!window.isCutAtStart && !window.isCutAtEnd)
  }

  @Test("keeps the part of a long line around the match")
  func long() {
    let line = Array((String(repeating: "x", count: 1_000_000) + "word" + String(repeating: "y", count: 500_000)).utf8)
    let window = TextWindow(line, match: 1_000_000..<1_000_004)
    #expect(window.bytes.count == 480)
    #expect(window.parts.match == "word")
    #expect(window.parts.before == "…" + String(repeating: "x", count: 120))
    #expect(window.parts.after.hasSuffix("y…"))
  }

  @Test("does not cut a character in half")
  func characters() {
    for shift in 0..<9 {
      let text = String(repeating: "é€😀", count: 200)
      let line = String(repeating: ".", count: shift) + text + "word" + String(repeating: ".", count: shift) + text
      let bytes = Array(line.utf8)
      let start = 200 * 9 + shift
      let window = TextWindow(bytes, match: start..<start + 4)
      #expect(String(validating: window.bytes, as: UTF8.self) != nil)
      #expect(window.parts.match == "word")
      #expect(window.isCutAtStart && window.isCutAtEnd)
    }
  }

  @Test("a match that is longer than the window is cut")
  func longMatch() {
    let window = TextWindow(Array(repeating: UInt8(ascii: "x"), count: 1_000), match: 100..<900)
    #expect(window.bytes.count == 480)
    #expect(window.match == 100..<480)
  }

  @Test("shows control characters in caret notation, and invalid bytes as numbers")
  func controlCharacters() {
    let window = TextWindow([0x1B, 0x61, 0xFF], match: 1..<2)
    #expect(window.parts == ("^[", "a", #"\xFF"#))
  }
}
