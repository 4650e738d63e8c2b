import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Recordings drawn as marbles")
struct MarbleDiagramTests {
  private let recording: [Recorded<Event<Int>>] = [.next(202, 1), .next(204, 2), .next(204, 3), .completed(205)]

  @Test(
    "a recording is drawn as the diagram that it was parsed from",
    arguments: [
      "--a-(bc)-|", "a", "-", "(a|)", "#", "a-^-b", "a(^b)", "a--^(bc)", "a 98ms b#", "a^", "(ab)---(^c)",
    ])
  func line(text: String) throws {
    let drawn = try Marbles(text).events(of: Character.self).marbles()
    #expect(drawn == text)
  }

  @Test("any diagram that is parsed, drawn and parsed again has the same events")
  func roundTrip() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let text = Self.randomDiagram(using: &generator)
      let scale = MarbleScale(
        start: .random(in: -50...300), ticksPerFrame: .random(in: 1...20),
        tick: [.milliseconds(1), .microseconds(10), .seconds(1)][.random(in: 0...2)])
      // Not every diagram is valid: a span might not be a whole number of ticks.
      guard let marbles = try? Marbles(text, scale: scale) else { continue }
      let events = try marbles.events(of: Character.self)
      let drawn = events.marbles(scale: scale)
      // A span may put events between frames. Both drawings show such an event in the frame that contains it.
      let isOnFrames = events.allSatisfy { ($0.time - scale.start).isMultiple(of: scale.ticksPerFrame) }
      let again = try Marbles(drawn, scale: scale).events(of: Character.self)
      if isOnFrames { #expect(again == events, "\(text) was drawn as \(drawn)") }
      #expect(again.marbles(scale: scale) == drawn, "\(text) was drawn as \(drawn)")
    }
  }

  @Test("any recording on frames that is drawn and parsed again is the same", arguments: 0..<10)
  func recordingRoundTrip(seed: Int) throws {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let scale = MarbleScale(
        start: .random(in: -20...20, using: &dice), ticksPerFrame: .random(in: 1...3, using: &dice))
      let events = Self.randomRecording(scale: scale, using: &dice)
      let drawn = events.marbles(scale: scale)
      #expect(try Marbles(drawn, scale: scale).events() == events, "\(drawn)")
    }
  }

  @Test("events at different ticks that share a column are distinguished from simultaneous ones")
  func sharedColumns() {
    var diagram = MarbleDiagram()
    diagram.add("apart", [Recorded<Event<Int>>.next(20, 1), .next(31, 2), .next(600, 3)])
    diagram.add("together", [Recorded<Event<Int>>.next(20, 1), .next(20, 2), .next(600, 3)])
    diagram.add("both", [Recorded<Event<Int>>.next(20, 1), .next(31, 2), .next(31, 3), .completed(600)])
    #expect(
      diagram.text(width: 60) == """
        apart     -[12]   ----------------------------3
        together  -(12)   ----------------------------3
        both      -[1(23)]----------------------------|
        ticks     0               200       400       600
        one column is 20 ticks
        [ ] = events at different ticks that share a column

        """)
  }

  @Test("elements that would be parsed as a span get parentheses in a diagram as well")
  func spansInDiagrams() {
    var diagram = MarbleDiagram()
    diagram.add("5s", [Recorded<Event<String>>.next(0, "5"), .next(1, "s")])
    diagram.add("group", [Recorded<Event<String>>.next(1, "a"), .next(1, "b"), .next(3, "1"), .next(4, "m")])
    diagram.add("wide", [Recorded<Event<String>>.next(2, "字")])
    #expect(
      diagram.text() == """
        5s     (5)s   - -  -
        group  -  (ab)- (1)m
        wide   -  -   字-  -
        ticks  0

        """)
  }

  @Test("the lines of a diagram are parsed to the same recordings, whatever the other lines are", arguments: 0..<10)
  func linesOfRecordingsRoundTrip(seed: Int) throws {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let recordings = (0..<3).map { _ in Self.randomRecording(scale: MarbleScale(), using: &dice) }
      var diagram = MarbleDiagram()
      for recording in recordings { diagram.add("line", recording) }
      let lines = diagram.text(width: 1_000).split(separator: "\n")
      for (line, recording) in zip(lines, recordings) {
        #expect(try Marbles(String(line.dropFirst(7))).events() == recording, "\(diagram.text(width: 1_000))")
      }
    }
  }

  /// Events that are often close together, with elements that may look like a span, such as "15ms".
  private static func randomRecording(
    scale: MarbleScale, using dice: inout SplitMix64
  ) -> [Recorded<Event<String>>] {
    var time = scale.start + Int.random(in: -5...5, using: &dice) * scale.ticksPerFrame
    var events: [Recorded<Event<String>>] = []
    for _ in 0..<Int.random(in: 0...8, using: &dice) {
      events.append(.next(time, String("15msmx".randomElement(using: &dice) ?? "s")))
      let frames = [0, 1, 1, 1, 1, 2, 60].randomElement(using: &dice) ?? 1
      time += frames * scale.ticksPerFrame
    }
    switch Int.random(in: 0...3, using: &dice) {
    case 0: events.append(.completed(time))
    case 1: events.append(.error(time, MarbleError()))
    default: break
    }
    return events
  }

  @Test("elements that would be parsed as a span get parentheses, others do not")
  func spans() {
    func drawn(_ text: String) -> String {
      text.enumerated().compactMap { $1 == "-" ? nil : Recorded<Event<Character>>.next($0, $1) }.marbles()
    }
    #expect(drawn("5s") == "(5)s")
    #expect(drawn("12ms") == "(1)2ms")
    #expect(drawn("7m") == "(7)m")
    for text in ["a5s", "-5s", "5s-a", "5sa", "5", "ms", "5-s"] { #expect(drawn(text) == text) }
  }

  @Test("the lines of a diagram are parsed to the same events, if they fit")
  func linesRoundTrip() throws {
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

  @Test("several lines share an axis, and a group widens its column in all lines")
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

  @Test("a diagram fits the given width")
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
        short  1--------------[23]--------------|
        ticks  0         200          400       600
        one column is 20 ticks
        [ ] = events at different ticks that share a column

        """)
  }

  @Test("when no letter is left, the remaining elements share a symbol")
  func manyElements() {
    var diagram = MarbleDiagram()
    diagram.add("many", (0..<1000).map { Recorded<Event<Int>>.next($0, $0 + 10) })
    let text = diagram.text(width: 1100)
    #expect(text.hasPrefix("many   abc"))
    #expect(text.hasSuffix("? = another element\n"))
  }

  @Test("events are drawn in the order of their times")
  func unsorted() {
    let events: [Recorded<Event<Int>>] = [.next(3, 3), .completed(4), .next(1, 1), .next(1, 2)]
    #expect(events.marbles() == "-(12)-3|")
  }

  @Test("a distant time does not make a diagram endless")
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

  @Test("the first and the last tick are drawn like all others")
  func firstAndLastTick() {
    let events: [Recorded<Event<Int>>] = [.next(.min, 1), .next(0, 2), .next(.max, 3)]
    for scale in [MarbleScale(), MarbleScale(start: .max, ticksPerFrame: .max), MarbleScale(start: .min)] {
      #expect(!events.marbles(scale: scale).isEmpty)
      #expect(!Subscription(.min, .max - 1).marbles(scale: scale).isEmpty)
      var diagram = MarbleDiagram(scale: scale)
      diagram.add("all", events)
      diagram.add("subscription", Subscription(.min, .max - 1))
      #expect(diagram.text(width: 80).split(separator: "\n")[0].count <= 80)
      #expect(diagram.svg().contains("</svg>"))
      for width in [Int.min, .max] {
        #expect(!diagram.text(width: width).isEmpty)
        #expect(diagram.svg(width: width).contains("</svg>"))
      }
    }
    #expect([Recorded<Event<Int>>.next(.max, 1)].marbles(scale: .from(.max)) == "1")
    #expect([Recorded<Event<Int>>.next(.min, 1)].marbles(scale: .from(.min)) == "1")
  }

  @Test("lines are aligned by display width, and newlines are escaped")
  func displayWidth() {
    var diagram = MarbleDiagram()
    diagram.add("汉字", [Recorded<Event<String>>.next(1, "汉"), .next(2, "a"), .completed(3)])
    diagram.add("👍🏽 ok", [Recorded<Event<String>>.next(1, "b"), .next(2, "🇩🇪"), .completed(3)])
    diagram.add("e\u{301}\n\tx", [Recorded<Event<String>>.next(1, "a\nb"), .next(2, "汉")])
    #expect(
      diagram.text() == """
        汉字    -汉a |
        👍🏽 ok   -b c |
        e\u{301}\\n\\tx  -d 汉-
        ticks   0
        c = 🇩🇪
        d = a\\nb

        """)
  }

  @Test("a subscription is drawn as the diagram it was parsed from", arguments: ["--^---!", "^", "(^!)", "^ 98ms !"])
  func subscription(text: String) throws {
    #expect(try Subscription(marbles: text).marbles() == text)
  }

  @Test("the SVG document has a shape for each event, and escapes text for XML")
  func svg() {
    var diagram = MarbleDiagram(scale: .from(200))
    diagram.add("a < b & \"c\"\u{1}\u{FFFF}", recording)
    diagram.add("failed", [Recorded<Event<String>>.next(203, "<script>"), .error(206, RxError.timeout)])
    diagram.add("subscription", Subscription(201, 204))
    let svg = diagram.svg(width: 600)
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\""))
    #expect(svg.hasSuffix("</svg>\n"))
    #expect(svg.contains(">a &lt; b &amp; &quot;c&quot;\\u{1}\u{FFFD}</text>"))
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
  /// The number of occurrences of `part`.
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
