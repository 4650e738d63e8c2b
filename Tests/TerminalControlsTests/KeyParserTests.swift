import TerminalControls
import TestSupport
import Testing

@Suite("The bytes of a terminal")
struct KeyParserTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var parser = KeyParser()
    return parser.parse(bytes) + parser.flush()
  }

  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  @Test("are the keys that were pressed")
  func allKeys() {
    #expect(keys("aé漢😀") == typing("aé漢😀"))
    #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
    #expect(keys([0x00, 0x01, 0x1A, 0x1C, 0x1F]) == ["@", "a", "z", "\\", "_"].map(Key.control))
    #expect(keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(keys("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OM") == [.up, .down, .right, .left, .enter])
    #expect(keys("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF") == [.home, .end, .home, .end])
    #expect(keys("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~") == [.home, .end, .home, .end])
    #expect(keys("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z") == [.delete, .pageUp, .pageDown, .backTab])
  }

  @Test("are the same key with Shift, Alt or Ctrl, if a sequence has modifiers")
  func modifiers() {
    #expect(keys("\u{1B}[1;5A\u{1B}[3;2~") == [.up, .delete])
  }

  @Test("are one unknown key, if a sequence is not supported")
  func unknown() {
    for text in [
      "\u{1B}x", "\u{1B}[15~", "\u{1B}OP", "\u{1B}[[A", "\u{1B}]0;title\u{7}", "\u{1B}Pq\u{1B}\\", "\u{1B}[I",
    ] {
      #expect(keys(text + "a") == [.unknown, .character("a")], "\(text.debugDescription)")
    }
  }

  @Test("that are invalid UTF-8 or 8-bit control characters are unknown keys")
  func invalid() {
    #expect(keys([0xFF, 0x61]) == [.unknown, .character("a")])
    #expect(keys([0xC3, 0x61]) == [.unknown, .character("a")])
    #expect(keys([0xE6, 0xBC, 0x1B, 0x5B, 0x41]) == [.unknown, .up])
    #expect(keys([0xED, 0xA0, 0x80, 0x61]) == [.unknown, .character("a")])
    #expect(keys([0xC2, 0x9B, 0x41]) == [.unknown, .character("A")])
    #expect(keys([0xE6, 0xBC]) == [.unknown])
  }

  @Test("end an unfinished sequence if another one begins")
  func torn() {
    #expect(keys("\u{1B}[12\u{1B}[A") == [.unknown, .up])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
    #expect(keys("\u{1B}\r") == [.escape, .enter])
    #expect(keys("\u{1B}[" + String(repeating: "1", count: 100) + "A").count < 50)
  }

  @Test("between the markers of a paste are one key, including line breaks and sequences")
  func paste() {
    #expect(
      keys("a\u{1B}[200~b\r\nc\u{1B}[A\u{1B}[201~d") == [.character("a"), .paste("b\r\nc\u{1B}[A"), .character("d")])
    #expect(keys("\u{1B}[200~\u{1B}[201~") == [.paste("")])
  }

  @Test("of a paste wait for its end, however long that takes")
  func pause() {
    var parser = KeyParser()
    #expect(parser.parse(Array("\u{1B}[200~a".utf8)) == [])
    #expect(!parser.isPending)
    #expect(parser.flush() == [])
    #expect(parser.parse(Array("b\u{1B}[201~".utf8)) == [.paste("ab")])
  }

  @Test("of a very long paste are several keys, which split no character")
  func longPaste() {
    let text = String(repeating: "漢字", count: 500_000)
    let pieces = keys("\u{1B}[200~\(text)\u{1B}[201~").map { key in
      if case .paste(let text) = key { text } else { "" }
    }
    #expect(pieces.count == 3)
    #expect(pieces.joined() == text)
  }

  @Test("are the same keys wherever reads split them")
  func splits() {
    let bytes = Array(
      "aé漢😀\u{1B}[A\u{1B}[3~\u{1B}OB\u{1B}[1;5C\u{1B}x\u{1B}[200~漢\r\n\u{1B}[B\u{1B}[201~\u{1B}]0;t\u{1B}\\b".utf8)
    let expected = keys(bytes)
    #expect(expected.count == 12)
    for first in bytes.indices {
      for second in first..<bytes.endIndex {
        var parser = KeyParser()
        let split = [bytes[..<first], bytes[first..<second], bytes[second...]].flatMap { parser.parse(Array($0)) }
        #expect(split == expected)
      }
    }
  }

  @Test("never leave the parser stuck, whatever they are")
  func random() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let bytes = (0..<40).map { _ in
        // About half of the bytes begin or end sequences.
        Bool.random(using: &random)
          ? Array("\u{1B}[]O~;0m\u{7}".utf8).randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random)
      }
      var parser = KeyParser()
      _ = parser.parse(bytes)
      _ = parser.flush()
      let end = parser.parse(Array("\u{1B}[201~".utf8)) + parser.parse(Array("x".utf8))
      #expect(end.last == .character("x"), "\(bytes)")
    }
  }
}
