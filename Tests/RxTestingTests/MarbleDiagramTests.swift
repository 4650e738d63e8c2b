import Dispatch
import RxCore
import RxTesting
import Testing

@Suite("Recordings drawn as marbles")
struct MarbleDiagramTests {
  private let recording: [Recorded<Event<Int>>] = [.next(202, 1), .next(204, 2), .next(204, 3), .completed(205)]

  @Test(
    "a recording is drawn as the diagram that describes it",
    arguments: [
      "--a-(bc)-|", "a", "-", "(a|)", "#", "a-^-b", "a(^b)", "a--^(bc)", "a 98ms b#", "a^", "(ab)---(^c)",
    ])
  func line(text: String) throws {
    let drawn = try Marbles(text).events(of: Character.self).marbles()
    #expect(drawn == text)
  }

  @Test("what is drawn reads as what was drawn, for any diagram")
  func roundTrip() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let text = Self.randomDiagram(using: &generator)
      let scale = MarbleScale(
        start: .random(in: -50...300), ticksPerFrame: .random(in: 1...20),
        tick: [.milliseconds(1), .microseconds(10), .seconds(1)][.random(in: 0...2)])
      // It is none if a span is no whole number of ticks.
      guard let marbles = try? Marbles(text, scale: scale) else { continue }
      let events = try marbles.events(of: Character.self)
      let drawn = events.marbles(scale: scale)
      // A span may lead to times between frames: these are drawn in their frame, and drawn the same again.
      let isOnFrames = events.allSatisfy { ($0.time - scale.start).isMultiple(of: scale.ticksPerFrame) }
      let again = try Marbles(drawn, scale: scale).events(of: Character.self)
      if isOnFrames { #expect(again == events, "\(text) was drawn as \(drawn)") }
      #expect(again.marbles(scale: scale) == drawn, "\(text) was drawn as \(drawn)")
    }
  }

  @Test("the lines of a picture read as what was drawn, for any diagram that fits")
  func pictureRoundTrip() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let recordings = try (0..<3).map { _ in
        try Marbles(Self.randomDiagram(spans: false, using: &generator)).events(of: Character.self)
      }
      var diagram = MarbleDiagram()
      for recording in recordings { diagram.add("line", recording) }
      let lines = diagram.text(width: 1000).split(separator: "\n")
      for (line, recording) in zip(lines, recordings) {
        let text = String(line.dropFirst(7))
        #expect(try Marbles(text).events() == recording, "\(diagram.text(width: 1000))")
      }
    }
  }

  private static func randomDiagram(
    spans: Bool = true, using generator: inout some RandomNumberGenerator
  ) -> String {
    var text = ""
    var hasOrigin = false
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      switch Int.random(in: 0...9, using: &generator) {
      case 0 where !hasOrigin:
        hasOrigin = true
        text += Bool.random(using: &generator) ? "^" : "(x^y)"
      case 1: text += "(" + String((0..<Int.random(in: 1...4, using: &generator)).map { _ in letter(&generator) }) + ")"
      case 2 where spans:
        text += " \(Int.random(in: 1...2000, using: &generator))\(["ms", "s"].randomElement(using: &generator) ?? "s") "
      case 3...5: text.append(letter(&generator))
      case 6: text += " "
      default: text += "--"
      }
    }
    return text + (["", "|", "#", "(z|)"].randomElement(using: &generator) ?? "")
  }

  private static func letter(_ generator: inout some RandomNumberGenerator) -> Character {
    "abcdefXYZ0123456789".randomElement(using: &generator) ?? "a"
  }

  @Test("several lines share an axis, and a group makes room in all of them")
  func picture() {
    var diagram = MarbleDiagram(scale: .from(200))
    diagram.add("keys", recording)
    diagram.add("found", [Recorded<Event<String>>.next(203, "seven"), .error(206, RxError.timeout)])
    diagram.add("request", Subscription(201, 204))
    diagram.add("open", Subscription(204))
    diagram.add("nothing", [Recorded<Event<Int>>]())
    #expect(
      diagram.text() == """
        keys     --1-(23)|
        found    ---a-   -#
        request  -^--!
        open     ----^   --
        nothing  -----   --
        ticks    200
        a = seven
        # = error(Sequence timeout.)

        """)
  }

  @Test("a picture fits the width it is given")
  func width() {
    var long: [Recorded<Event<Int>>] = (0..<1000).map { .next($0 * 7, $0 % 10) }
    long.append(.completed(1_000_000))
    for width in [30, 60, 100] {
      var diagram = MarbleDiagram()
      diagram.add("long", long)
      let lines = diagram.text(width: width).split(separator: "\n")
      #expect(lines[0].count <= width)
      #expect(lines[0].count >= width / 4)
      #expect(lines[0].last == "|")
      #expect(lines[2].hasPrefix("one column is "))
    }
    var short = MarbleDiagram(scale: MarbleScale(ticksPerFrame: 10))
    short.add("short", [Recorded<Event<Int>>.next(0, 1), .next(300, 2), .next(310, 3), .completed(600)])
    #expect(
      short.text(width: 50) == """
        short  1--------------(23)--------------|
        ticks  0         200          400       600
        one column is 20 ticks

        """)
  }

  @Test("when letters run out the rest shares a sign")
  func manyElements() {
    var diagram = MarbleDiagram()
    diagram.add("many", (0..<1000).map { Recorded<Event<Int>>.next($0, $0 + 10) })
    let text = diagram.text(width: 1100)
    #expect(text.hasPrefix("many   abc"))
    #expect(text.hasSuffix("? = another element\n"))
  }

  @Test("an endless time costs no endless picture")
  func hugeTimes() {
    let events: [Recorded<Event<Int>>] = [.next(0, 1), .completed(Int.max / 4)]
    #expect(events.marbles(scale: MarbleScale(tick: .seconds(1))) == "1 … |")
    #expect(events.marbles().count < 100)
    var diagram = MarbleDiagram()
    diagram.add("long", events)
    #expect(diagram.text(width: 80).split(separator: "\n")[0].count <= 80)
    #expect(!diagram.svg().isEmpty)
    #expect(events.mismatch(with: "1|") != nil)
  }

  @Test("a subscription is drawn as the diagram that describes it", arguments: ["--^---!", "^", "(^!)", "^ 98ms !"])
  func subscription(text: String) throws {
    #expect(try Subscription(marbles: text).marbles() == text)
  }

  @Test("the SVG document has a sign for each event, and escapes what XML does not allow")
  func svg() {
    var diagram = MarbleDiagram(scale: .from(200))
    diagram.add("a < b & \"c\"\u{1}", recording)
    diagram.add("failed", [Recorded<Event<String>>.next(203, "<script>"), .error(206, RxError.timeout)])
    diagram.add("subscription", Subscription(201, 204))
    let svg = diagram.svg(width: 600)
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\""))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains(">a &lt; b &amp; &quot;c&quot;\u{FFFD}</text>"))
    #expect(svg.contains("<title>&lt;script&gt; @ 203</title>"))
    #expect(svg.contains(">a = &lt;script&gt;</text>"))
    #expect(!svg.contains("<script>"))
    #expect(svg.components(of: "<circle") == 4)
    #expect(svg.components(of: "<title>") == 8)
    for tag in ["g", "text", "title", "svg"] {
      #expect(svg.components(of: "<\(tag)>") + svg.components(of: "<\(tag) ") == svg.components(of: "</\(tag)>"))
    }
  }
}

extension String {
  /// How often `part` is in it.
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
