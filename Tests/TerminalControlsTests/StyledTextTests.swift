import TerminalControls
import Testing

@Suite("Styled text")
struct StyledTextTests {
  @Test("keeps its runs and their styles")
  func pieces() {
    var text: StyledText = "main.swift"
    text.append(":\(12)", style: .dim)
    text.append("")
    #expect(text.runs == [.init("main.swift", style: .plain), .init(":12", style: .dim)])
    #expect(text.text == "main.swift:12")
    #expect(text.columns == 13)
    #expect(text.restyled { $0.isBold = true }.runs.map(\.style) == [.bold, TextStyle(isBold: true, isDim: true)])
  }

  @Test("is truncated with an ellipsis in the last column, never inside a character")
  func fitting() {
    var text = StyledText("漢字", style: .bold)
    text.append("abc")
    let fitted = (0...8).map { text.fitted(columns: $0).text }
    #expect(fitted == ["", "…", "…", "漢…", "漢…", "漢字…", "漢字a…", "漢字abc", "漢字abc"])
    #expect(text.fitted(columns: 4).runs == [.init("漢…", style: .bold)])
    #expect(text.fitted(columns: 6).runs.map(\.style) == [.bold, .plain])
  }

  @Test("has the width with which it is drawn, whatever it contains")
  func columns() {
    for text in [
      "a\u{1B}b", "a\tb", "\u{301}", "e\u{301}", "a\u{202E}", "👨‍👩‍👧‍👦", "a" + String(repeating: "\u{301}", count: 100),
    ] {
      var canvas = Canvas(size: Size(columns: 20, rows: 1))
      #expect(canvas.draw(text, at: 0, row: 0) == StyledText(text).columns, "\(text.debugDescription)")
    }
  }
}
