import TerminalControls
import Testing

@Suite("Visible text")
struct VisibleTextTests {
  @Test("escapes what would control a terminal")
  func controls() {
    #expect(visible("a\u{1B}[2J\u{0}\u{7F}\n") == "a^[[2J^@^?^J")
    #expect(visible("a\u{9B}2J\u{85}") == #"a\x9B2J\x85"#)
    #expect(visible("a\r\nb") == "a^M^Jb")
    #expect(visible("a\tb") == "a    b")
  }

  @Test("escapes what would show other text differently")
  func formats() {
    for scalar: Unicode.Scalar in ["\u{202E}", "\u{2066}", "\u{200F}", "\u{FEFF}", "\u{2028}", "\u{E0041}", "\u{AD}"] {
      let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
      #expect(visible("a\(scalar)b") == #"a\u{\#(hexadecimal)}b"#)
    }
  }

  @Test("leaves other text unchanged")
  func others() {
    for text in ["", "abc", "é", "e\u{301}", "漢字", "😀", "👨‍👩‍👧‍👦", "^[", #"\x9B"#] { #expect(visible(text) == text) }
  }

  @Test("of bytes escapes invalid UTF-8")
  func bytes() {
    #expect(visible(bytes: Array("aé漢😀".utf8)) == "aé漢😀")
    #expect(visible(bytes: [0x61, 0xFF, 0x62, 0xC3]) == #"a\xFFb\xC3"#)
    #expect(visible(bytes: [0xE6, 0xBC, 0x61]) == #"\xE6\xBCa"#)
    #expect(visible(bytes: [0xC0, 0x80, 0x0A, 0x0F]) == #"\xC0\x80^J^O"#)
    #expect(visible(bytes: [0xC2, 0x9B, 0x9B]) == #"\x9B\x9B"#)
    #expect(visible(bytes: []) == "")
  }

  @Test("is unchanged when it is made visible again")
  func again() {
    let all = String(String.UnicodeScalarView((0...0x2100).compactMap(Unicode.Scalar.init)))
    #expect(visible(visible(all)) == visible(all))
  }
}
