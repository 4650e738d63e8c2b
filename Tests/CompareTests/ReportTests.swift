import TerminalControls
import Testing

@testable import Compare

@Suite("The report of Compare")
struct ReportTests {
  /// Long figures, and an unknown one.
  private static let costs = ["set", "chain", "memory", "queue"].map { name in
    Row(name, "ns, one observer", [.decimal(123.44), .none, .decimal(123_456.4), .number(123_456)])
  }

  private func report(
    _ text: String, filter: String = "", end: InputEnd = .complete, hasCosts: Bool = false
  ) async throws -> Report {
    Report(
      run: try await compare(text, filter: filter, end: end), experiments: await Experiments.run(),
      searches: await SearchExperiment.run(), costs: hasCosts ? Self.costs : nil)
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
    let sentence = "The input was interrupted. This report covers what was read until then.\n"
    #expect(try await report("a", end: .interrupted).text.contains(sentence))
    #expect(try await !report("a").text.contains(sentence))
    let failed = try await report("a", end: .failed(Failure("cannot read x: Input/output error")))
    #expect(failed.text.contains("The input could not be read to its end."))
    #expect(failed.json.contains(#""end": "cannot read x: Input/output error","#))
    #expect(try await report("a", end: .interrupted).json.contains(#""end": "interrupted","#))
    #expect(try await report("a").json.contains(#""end": "complete","#))
  }

  @Test("names the agreements in one sentence, and has a row for each difference")
  func differences() async throws {
    let report = try await report(sampleText, filter: "w", hasCosts: true)
    #expect(
      report.text.contains(
        """

        All four gave their observers the same values in the same order, called the view
        on the main queue, delivered nothing after disposal, left no observer behind,
        and showed only the last answer of a search.

        WHAT DIFFERS                 Bindable    Rx          Bridged     @Observable
        burst    received of 1,000   1,000       1,000       1,000       1

        """))
    for row in [
      "latest   with policy .latest 1           none        1           none\n",
      "search   overtaken lookup    runs on     cancelled   cancelled   cancelled\n",
      "test     time comes from     own closure a scheduler a scheduler own closure\n",
      "set      ns, one observer    123.4       -           123,456     123,456\n",
    ] { #expect(report.text.contains(row)) }
    #expect(report.json.contains(#""sameInAll": ["#))
    #expect(report.json.contains(#""called the view on the main queue","#))
    #expect(report.json.contains(#""name": "burst","#))
    #expect(report.json.contains(#""@Observable": 1"#))
  }

  @Test("has a row for a disagreement that is not by design")
  func disagreement() async throws {
    var report = try await report("a")
    report.searches[1].shown = [["wi"]]
    #expect(report.predicates.count == 4)
    #expect(report.text.contains("\nanswers  shown by searches   the last    others      the last    the last\n"))
    #expect(!report.text.contains("showed only the last answer"))
    report.searches[1].shown = report.searches[0].shown
    #expect(report.predicates.count == 5)
  }

  @Test("has one line for an output whose observers received the same values, otherwise one for each approach")
  func diagram() async throws {
    let run = try await compare("a\nb\n")
    #expect(Diagram(run).text(columns: 80).contains("\nlines         0-------1-------2---------------\n"))
    let other = try await compare("a\n\nb")
    let mixed = RunResult(
      input: run.input, bytes: run.bytes, end: run.end, filter: run.filter, isByLine: run.isByLine,
      filterStep: run.filterStep, lastStep: run.lastStep, replacements: run.replacements,
      approaches: [run.approaches[0], other.approaches[1], run.approaches[2]])
    #expect(!mixed.isEqual)
    #expect(
      Diagram(mixed).text(columns: 80).contains("\nlines\n  Bindable    0-------1-------2---------------\n  Rx  "))
  }

  @Test("explains what a batch is")
  func batches() async throws {
    let long = try await report(String(repeating: "a line\n", count: 50_000)).text
    #expect(long.contains("A batch is what is read and counted at once"))
    #expect(long.contains("\nafter batch "))
    #expect(try await report(sampleText).text.contains("\nafter line "))
  }

  @Test("shows the time for an input of a megabyte or more, not the noise of a smaller one")
  func times() async throws {
    let small = try await report(String(repeating: "a\n", count: 499_999), hasCosts: true)
    let large = try await report(String(repeating: "a\n", count: 500_000), hasCosts: true)
    #expect(!small.text.contains("\ninput "))
    #expect(small.text.contains(Report.noTimes))
    #expect(!small.json.contains(#""name": "input""#))
    #expect(large.text.contains("\ninput    ms, with counting   "))
    #expect(!large.text.contains(Report.noTimes))
    #expect(large.json.contains(#""name": "input""#))
  }

  @Test("says in a debug build that costs are not measured")
  func noCosts() async throws {
    #expect(try await report("a").text.contains(Report.noCosts))
    #expect(try await report("a").json.contains(#""costNote": "Costs are not measured in a debug build."#))
  }

  @Test("shows the last of many lines in the last column")
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
