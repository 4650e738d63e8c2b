import TerminalControls
import Testing

@Suite("Text on a terminal")
struct TextWidthTests {
  @Test(
    "has a known width",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한", 2), ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("❤\u{FE0F}", 2),
      ("⌚\u{FE0E}", 1), ("🛰", 1), ("\u{17000}", 2), ("", 0),
    ])
  func widths(text: String, columns: Int) {
    #expect(displayWidth(text) == columns)
  }

  @Test("is shortened to the given columns, never inside a character")
  func fitting() {
    #expect(fitted("abc", columns: 3) == "abc")
    #expect(fitted("abcd", columns: 3) == "ab~")
    #expect(fitted("漢字漢", columns: 4) == "漢~")
    #expect(fitted("abc", columns: 0) == "")
  }

  @Test("cannot move the cursor")
  func controls() {
    #expect(printable("a\u{1B}[2J\u{202E}\u{85}b") == "a?[2J??b")
  }
}
