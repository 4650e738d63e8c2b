import Testing

@testable import TerminalControls

@Suite("A canvas")
struct CanvasTests {
  private func canvas(_ columns: Int = 8, _ rows: Int = 1, _ draw: (inout Canvas) -> Void) -> [String] {
    var canvas = Canvas(size: Size(columns: columns, rows: rows))
    draw(&canvas)
    return canvas.lines
  }

  @Test("shows text where it is drawn")
  func text() {
    #expect(canvas(8, 2) { $0.draw("ab", at: 2, row: 1) } == ["", "  ab"])
    var canvas = Canvas(size: Size(columns: 8, rows: 1))
    #expect(canvas.draw("a漢", at: 1, row: 0) == 4)
    #expect(canvas.draw("abcdefghi", at: 4, row: 0) == 8)
    #expect(canvas.lines == [" a漢abcd"])
  }

  @Test("shows as much of a text as fits at each position, and no half of a wide character")
  func clipping() {
    let text = "a漢b字"
    let expected = [
      "", "", "字", "b字", " b字", "漢b字", "a漢b字", " a漢b字", "  a漢b字", "   a漢b", "    a漢b", "     a漢", "      a",
      "       a", "",
    ]
    for (column, line) in zip(-6...8, expected) {
      #expect(canvas { $0.draw(text, at: column, row: 0) } == [line], "at \(column)")
    }
    for columns in 0...6 {
      let lines = canvas { $0.draw(text, at: 0, row: 0, columns: columns) }
      #expect(lines == [["", "a", "a", "a漢", "a漢b", "a漢b", "a漢b字"][columns]], "\(columns) columns")
    }
  }

  @Test("ignores text outside its rows or far away")
  func outside() {
    for row in [-1, 1, 1_000_000] { #expect(canvas { $0.draw("abc", at: 0, row: row) } == [""]) }
    for column in [-1_000_000, 1_000_000] { #expect(canvas { $0.draw("abc", at: column, row: 0) } == [""]) }
    for columns in [-1, .min, .max] {
      #expect(canvas { $0.draw("abc", at: 6, row: 0, columns: columns) } == [columns < 0 ? "" : "      ab"])
    }
    #expect(canvas(0, 0) { $0.draw("abc", at: 0, row: 0) } == [])
    #expect(canvas(-1, -1) { $0.fill(Rectangle(columns: 5, rows: 5)) } == [])
  }

  @Test("never keeps half of an overwritten wide character")
  func halves() {
    #expect(
      canvas {
        $0.draw("漢字", at: 0, row: 0)
        $0.draw("a", at: 0, row: 0)
      } == ["a 字"])
    #expect(
      canvas {
        $0.draw("漢字", at: 0, row: 0)
        $0.draw("a", at: 1, row: 0)
      } == [" a字"])
    #expect(
      canvas {
        $0.draw("漢字", at: 0, row: 0)
        $0.draw("語", at: 1, row: 0)
      } == [" 語"])
    #expect(
      canvas {
        $0.draw("漢字", at: 0, row: 0)
        $0.draw("語", at: 0, row: 0)
      } == ["語字"])
  }

  @Test("never shows a control character, whatever is drawn")
  func controls() {
    #expect(canvas { $0.draw("\u{1B}[2J\u{7}", at: 0, row: 0) } == ["^[[2J^G"])
    let all = String(String.UnicodeScalarView((0...0x3000).compactMap(Unicode.Scalar.init)))
    var canvas = Canvas(size: Size(columns: 60_000, rows: 1))
    canvas.draw(all, at: 0, row: 0)
    #expect(!canvas.lines.joined().unicodeScalars.contains { $0.isUnsafeOnTerminal })
  }

  @Test("uses one cell for a character with its combining marks, and one for a mark alone")
  func marks() {
    #expect(canvas { $0.draw("e\u{301}a", at: 0, row: 0) } == ["e\u{301}a"])
    #expect(canvas { $0.draw("\u{301}", at: 0, row: 0) } == [" \u{301}"])
    let many = canvas { $0.draw("e" + String(repeating: "\u{301}", count: 1_000), at: 0, row: 0) }
    #expect(many.map(\.unicodeScalars.count) == [16])
  }

  @Test("has parts with their own columns and rows, which show nothing outside themselves")
  func parts() {
    let lines = canvas(8, 3) { canvas in
      canvas.fill(Rectangle(columns: 8, rows: 3))
      canvas.draw(in: Rectangle(column: 2, row: 1, columns: 4, rows: 1)) { part in
        #expect(part.size == Size(columns: 4, rows: 1))
        part.draw("漢字abc", at: -1, row: 0)
        part.draw("above", at: 0, row: -1)
        part.draw("below", at: 0, row: 1)
        part.draw(in: Rectangle(column: 3, columns: 10, rows: 10)) { $0.draw("xyz", at: 0, row: 0) }
      }
      canvas.draw("end", at: 0, row: 2)
    }
    #expect(lines == ["", "   字x", "end"])
  }

  @Test("costs only as much as its columns, however long the text is")
  func longText() {
    let text = String(repeating: "漢", count: 5_000_000)
    #expect(canvas { canvas in for _ in 0..<1_000 { canvas.draw(text, at: 0, row: 0) } } == ["漢漢漢漢"])
  }
}
