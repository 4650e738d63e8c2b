import TerminalControls
import Testing

@testable import Compare

@Suite("The report of Compare")
struct ReportTests {
  private static let cost = Cost(
    nanosecondsPerValue: 123_456.78, bytesPerObserverWithOwner: 123_456, bytesPerObserverWithToken: nil)

  private func report(
    _ text: String, filter: String = "", end: InputEnd = .complete, hasCosts: Bool = false
  ) async throws -> Report {
    Report(
      run: try await compare(text, filter: filter, end: end), experiments: try await Experiments.run(),
      costs: hasCosts ? [Self.cost, Self.cost, Self.cost] : nil)
  }

  @Test(
    "fits terminals of 80, 100 and 120 columns, whatever the words",
    arguments: [
      ("", 1), ("one", 1), ("漢字漢字漢字漢字漢字\n漢字 漢字\n", 1), ("long", 99), (sampleText, 1), ("a line\n", 1_500),
      ("x\n", 70_000), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦 é́́", 1),
    ])
  func fits(word: String, count: Int) async throws {
    let text = String(repeating: word, count: count)
    let filter = String(repeating: "漢", count: 99)
    for end in [InputEnd.complete, .interrupted, .failed(Failure("broken"))] {
      var report = try await report(text + " ", filter: filter, end: end, hasCosts: true)
      for columns in [80, 100, 120] {
        report.columns = columns
        for line in report.text.split(separator: "\n") { #expect(displayWidth(line) <= columns, "\(line)") }
      }
    }
  }

  @Test("gives the results in numbers")
  func summary() async throws {
    let text = try await report("one two\ntwo", filter: "o").text
    #expect(text.contains("Filter, set in the middle (F): \"o\". Only words that contain it count.\n"))
    #expect(text.contains("Counted: lines 2, words 3, most frequent \"two\".\n"))
    #expect(try await report("").text.contains("No filter was set.\nCounted: lines 0, words 0.\n"))
  }

  @Test("says that the input was not read to its end")
  func earlyEnd() async throws {
    let sentence = "The input was interrupted. This report is on what was read until then.\n"
    #expect(try await report("a", end: .interrupted).text.contains(sentence))
    #expect(try await !report("a").text.contains(sentence))
    let failed = try await report("a", end: .failed(Failure("cannot read x: Input/output error")))
    #expect(failed.text.contains("The input could not be read to its end."))
    #expect(failed.json.contains(#""end": "cannot read x: Input/output error","#))
    #expect(try await report("a", end: .interrupted).json.contains(#""end": "interrupted","#))
    #expect(try await report("a").json.contains(#""end": "complete","#))
  }

  @Test("explains its rows")
  func labels() async throws {
    let text = try await report(sampleText, filter: "w").text
    for row in [
      "values received: most frequent     4              4              4\n",
      "called first for one line          lines          lines          lines\n",
      "called third                       progress       progress       progress\n",
      "busy queue: received of 100        100            100            100\n",
      "the same with policy .latest       1              no such policy 1\n",
      "observers left after disposal      0              0              0\n",
      "owner deallocated: observers left  0              1              0\n",
      "Busy queue: 100 values are set while the observer's queue does something else.\n",
      "Owner deallocated: the object that observes was released",
    ] { #expect(text.contains(row)) }
    let long = try await report(String(repeating: "a line\n", count: 50_000)).text
    #expect(long.contains("A batch is what is read and counted at once: whole lines, mostly about 256 KB.\n"))
    #expect(long.contains("\nafter batch "))
    #expect(text.contains("\nafter line "))
  }

  @Test("shows the time for an input of a megabyte or more, not the noise of a smaller one")
  func times() async throws {
    let small = try await report(String(repeating: "a\n", count: 499_999), hasCosts: true)
    let large = try await report(String(repeating: "a\n", count: 500_000), hasCosts: true)
    #expect(!small.text.contains("ms for this input"))
    #expect(small.text.contains(Report.noTimes))
    #expect(small.json.contains(#""millisecondsForThisInput": null"#))
    #expect(large.text.contains("ms for this input"))
    #expect(!large.text.contains(Report.noTimes))
    #expect(!large.json.contains(#""millisecondsForThisInput": null"#))
  }

  @Test("shows a dash for costs that cannot be measured")
  func unknownCosts() async throws {
    let text = try await report("a", hasCosts: true).text
    #expect(text.contains("bytes per observer with an owner   123456         123456         123456\n"))
    #expect(text.contains("bytes per observer with a token    -              -              -\n"))
  }

  @Test("says in a debug build that costs are not measured")
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

  @Test("labels each column with its line, the filter or the end")
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

  @Test("quotes text in JSON")
  func json() {
    #expect(JSON.string("a\"b\\c\nd\u{1}é").text() == #""a\"b\\c\nd\u0001é""#)
    #expect(JSON.array([]).text() == "[]")
    #expect(JSON.number(.infinity).text() == "null")
    #expect(
      JSON.object([("a", .array([1, .null])), ("b", "c")]).text()
        == "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\": \"c\"\n}")
  }
}
