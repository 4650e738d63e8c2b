import Testing

@testable import Compare

@Suite("The report of Compare")
struct ReportTests {
  private func report(_ text: String, filter: String = "", costs: [Cost]? = nil) async throws -> Report {
    Report(run: try await compare(text, filter: filter), probes: await Probe.run(), costs: costs)
  }

  @Test(
    "fits a hundred columns, whatever the words",
    arguments: [
      "", "one", "漢字漢字漢字漢字漢字\n漢字 漢字\n", String(repeating: "long", count: 99), sampleText,
      String(repeating: "a line\n", count: 1_500), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦 é́́",
    ])
  func fits(text: String) async throws {
    let cost = Cost(nanosecondsPerEvent: 123_456.78, bytesPerObserver: 123_456)
    let report = try await report(text, filter: "漢", costs: [cost, cost, cost])
    for line in report.text.split(separator: "\n") { #expect(displayWidth(line) <= Report.columns, "\(line)") }
  }

  @Test("says in a debug build that cost is not measured")
  func noCosts() async throws {
    #expect(try await report("a").text.contains("Not measured: this is a debug build."))
    #expect(try await report("a").json.contains(#""costNote": "Not measured: this is a debug build."#))
  }

  @Test("shows the last of many lines in the last column but the end")
  func manyLines() async throws {
    let run = try await compare(String(repeating: "a line\n", count: 1_500))
    let diagram = Diagram(run)
    #expect(diagram.axis.count <= Diagram.mostColumns)
    #expect(diagram.axis.last == "1500")
    for line in diagram.lines where line.output == .lines { #expect(line.cells.last == "1500") }
  }

  @Test("names each column by its line, the filter and the end")
  func axis() async throws {
    let run = try await compare("a\nb\nc\nd\n", filter: "a")
    #expect(Diagram(run).axis == ["start", "1", "2", "F", "3", "4", "end"])
  }

  @Test("draws a well-formed SVG of words that need escaping")
  func svg() async throws {
    let svg = Diagram(try await compare("<&\"\u{1}é\n", filter: "<&")).svg
    let tags = svg.split(separator: "<").map { $0.prefix { $0 != ">" } }
    #expect(tags.count { $0.hasPrefix("text") } == tags.count { $0 == "/text" })
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(!svg.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("quotes what JSON cannot hold as it is")
  func quotes() {
    #expect(JSON.string("a\"b\\c\nd\u{1}é").text() == #""a\"b\\c\nd\u0001é""#)
    #expect(JSON.array([]).text() == "[]")
    #expect(JSON.number(.infinity).text() == "null")
    #expect(
      JSON.object([("a", .array([1, .null])), ("b", "c")]).text()
        == "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\": \"c\"\n}")
  }

  @Test(
    "knows how wide text is on a terminal",
    arguments: [("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한", 2), ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("", 0)])
  func widths(text: String, columns: Int) {
    #expect(displayWidth(text) == columns)
  }

  @Test("shortens text to the columns there are, never in the middle of a character")
  func fitting() {
    #expect(fitted("abc", columns: 3) == "abc")
    #expect(fitted("abcd", columns: 3) == "ab~")
    #expect(fitted("漢字漢", columns: 4) == "漢~")
    #expect(fitted("abc", columns: 0) == "")
  }

  @Test("shows a count that is too long in thousands and millions, cut and not rounded")
  func counts() {
    let shown = ["99999", "497628", "1003456", "6059999", "1999999999", "0", "a-long-word"].map {
      fitted(valueOrCount: $0, columns: 5)
    }
    #expect(shown == ["99999", "497k", "1003k", "6059k", "1999M", "0", "a-lo~"])
    #expect(fitted(valueOrCount: "1234567", columns: 3) == "1M")
    #expect(fitted(valueOrCount: "123456", columns: 8) == "123456")
  }

  @Test("lets no word or name move the cursor")
  func controls() {
    #expect(printable("a\u{1B}[2J\u{202E}\u{85}b") == "a?[2J??b")
  }

  @Test("draws the progress bar to size")
  func bar() {
    let bar = ProgressBar.text(bytes: 50_000_000, size: 100_000_000, bytesPerSecond: 99_000_000)
    #expect(bar.hasPrefix("[" + String(repeating: "#", count: 25) + String(repeating: ".", count: 25) + "] 50%"))
    #expect(bar.hasSuffix("50 MB, 99 MB/s"))
    #expect(ProgressBar.text(bytes: 5_000_000, size: nil, bytesPerSecond: 0) == "reading: 5 MB, 0 MB/s")
  }
}
