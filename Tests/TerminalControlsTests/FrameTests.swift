import TestSupport
import Testing

@testable import TerminalControls

@Suite("A frame")
struct FrameTests {
  private func frame(_ text: StyledText, cursor: Position? = nil) -> Frame {
    var canvas = Canvas(size: Size(columns: 10, rows: 2))
    canvas.draw(text, at: 0, row: 0)
    return Frame(canvas: canvas, cursor: cursor)
  }

  private func written(_ frame: Frame, after former: Frame?, hasColors: Bool = true) -> String {
    String(decoding: frame.bytes(after: former, hasColors: hasColors), as: UTF8.self)
      .replacing("\u{1B}[", with: "|")
  }

  @Test("clears a terminal in an unknown state")
  func first() {
    #expect(written(frame("ab"), after: nil) == "|?25l|0m|2J|1;1Hab|0m")
  }

  @Test("contains only the differences, and nothing if there are none")
  func difference() {
    #expect(written(frame("abc"), after: frame("abc")) == "")
    #expect(written(frame("axc"), after: frame("abc")) == "|?25l|0m|1;2Hx|0m")
    #expect(written(frame("a"), after: frame("abc")) == "|?25l|0m|1;2H  |0m")
    #expect(written(frame("axcy"), after: frame("abcd")) == "|?25l|0m|1;2Hx|1;4Hy|0m")
  }

  @Test("shows the cursor at its position, or hides it")
  func cursor() {
    let here = frame("a", cursor: Position(column: 1, row: 1))
    #expect(written(here, after: frame("a")) == "|?25l|0m|0m|2;2H|?25h")
    #expect(written(here, after: here) == "")
    #expect(written(frame("a"), after: here) == "|?25l|0m|0m")
  }

  @Test("sets each style from scratch, without colours if the terminal has none")
  func styles() {
    var text = StyledText("a", style: TextStyle(foreground: .red, background: .brightBlue, isBold: true))
    text.append("b", style: TextStyle(foreground: .brightBlack, isDim: true, isUnderlined: true, isReversed: true))
    text.append("c")
    #expect(written(frame(text), after: frame("")) == "|?25l|0m|1;1H|0;1;31;104ma|0;2;4;7;90mb|0mc|0m")
    #expect(written(frame(text), after: frame(""), hasColors: false) == "|?25l|0m|1;1H|0;1ma|0;2;4;7mb|0mc|0m")
  }

  @Test("does not rely on the width that a terminal gives to characters other than ASCII")
  func wide() {
    #expect(written(frame("漢a"), after: frame("")) == "|?25l|0m|1;1H  |1;1H漢|1;3Ha|0m")
    #expect(written(frame("éa"), after: frame("")) == "|?25l|0m|1;1H |1;1Hé|1;2Ha|0m")
  }

  @Test("leaves its content on the terminal, whatever was drawn before")
  func random() throws {
    var random = SplitMix64(seed: 3)
    let size = Size(columns: 9, rows: 3)
    let pieces = ["a", "bc", "漢", "字漢", " ", "    ", "e\u{301}", "👨‍👩‍👧‍👦", "\u{1B}[2J", "\u{301}", "1\u{FE0F}\u{20E3}"]
    let styles: [TextStyle] = [.plain, .bold, .reversed, TextStyle(foreground: .green)]
    var emulator = Emulator(size: size)
    var former: Frame?
    for _ in 0..<2_000 {
      var canvas = Bool.random(using: &random) ? former?.canvas ?? Canvas(size: size) : Canvas(size: size)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        canvas.draw(
          pieces.randomElement(using: &random) ?? "", at: .random(in: -2...9, using: &random),
          row: .random(in: -1...3, using: &random),
          style: styles.randomElement(using: &random) ?? .plain)
      }
      let cursor = Bool.random(using: &random) ? Position(column: .random(in: 0..<9, using: &random), row: 1) : nil
      let frame = Frame(canvas: canvas, cursor: cursor)
      emulator.show(frame.bytes(after: former, hasColors: true))
      former = frame
      try #require(emulator.lines == canvas.lines)
      try #require(emulator.cursor == cursor)
      var anew = Emulator(size: size)
      anew.show(frame.bytes(after: nil, hasColors: true))
      try #require(emulator.cells == anew.cells)
      try #require(emulator.complaints == [])
    }
  }
}
