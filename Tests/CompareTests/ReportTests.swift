import TerminalControls
import Testing

@testable import Compare

@Suite("The report of Compare")
struct ReportTests {
  private func report(_ text: String, filter: String = "", end: InputEnd = .complete) async throws -> Report {
    Report(
      run: try await compare(text, filter: filter, end: end), experiments: await Experiments.run(),
      searches: await SearchExperiment.run())
  }

  @Test(
    "fits terminals of 80, 100 and 120 columns, whatever the words",
    arguments: [
      ("", 1), ("one", 1), ("漢字漢字漢字漢字漢字\n漢字 漢字\n", 1), ("long", 99), (sampleText, 1), ("a line\n", 1_500),
      ("x\n", 70_000), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦 é́́", 1),
    ])
  func fits(word: String, count: Int) async throws {
    let text = String(repeating: word, count: count)
    for end in [InputEnd.complete, .interrupted, .failed(Failure("broken"))] {
      var report = try await report(text + " ", filter: String(repeating: "漢", count: 99), end: end)
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
  }

  @Test("names the agreements in one sentence, and has a row for each difference")
  func differences() async throws {
    let report = try await report(sampleText, filter: "w")
    #expect(
      report.text.contains(
        """

        All four showed the same values in the same order and showed only the last
        answers of a search.

        WHAT DIFFERS                  Bindable    Rx          Bridged     @Observable
        burst    values seen of 1,000 1,000       1,000       1,000       1

        """))
    for row in [
      "latest   of 100, with .latest 1           100         1           1\n",
      "owner    its view must keep   nothing     a bag       nothing     a task\n",
      "search   stale lookup ends at next key    next lookup next lookup next key\n",
      "drain    last query looked up after pause at once     at once     after pause\n",
      "end      all is shown after   delivered() onCompleted delivered() unknown\n",
    ] { #expect(report.text.contains(row)) }
  }

  @Test("has a row for a disagreement that is not by design")
  func disagreement() async throws {
    let report = try await report("a")
    var searches = report.searches
    searches[1].shown = [["wi"]]
    let other = Report(run: report.run, experiments: report.experiments, searches: searches)
    #expect(other.text.contains("\nanswers  only last answers    yes         no          yes         yes\n"))
    #expect(!other.text.contains("showed only the last"))
    #expect(report.text.contains("showed only the last"))
  }

  @Test("has one line for an output whose views received the same values, otherwise one for each view model")
  func diagram() async throws {
    let run = try await compare("a\nb\n")
    #expect(Diagram(run).text(columns: 80).contains("\nlines         0-------1-------2-------\n"))
    var mixed = run
    mixed.counters[1] = try await compare("a\n\n").counters[1]
    #expect(
      Diagram(mixed).text(columns: 80).contains(
        "\nwords\n  Bindable    0-------1-------2-------\n  Rx          0-------1--"))
  }

  @Test("names the unit of a column")
  func columns() async throws {
    let long = try await report(String(repeating: "a line\n", count: 50_000)).text
    #expect(long.contains("\nA column is one batch of lines."))
    #expect(long.contains("\nafter batch "))
    #expect(try await report(sampleText).text.contains("\nafter line "))
    #expect(try await report(String(repeating: "a\n", count: 120)).text.contains("\nA column is 11 steps of one line,"))
  }

  @Test("shows the time for an input of a megabyte or more, not the noise of a smaller one")
  func times() async throws {
    let small = try await report(String(repeating: "a\n", count: 499_999))
    let large = try await report(String(repeating: "a\n", count: 500_000))
    #expect(!small.text.contains("\ninput "))
    #expect(large.text.contains("\ninput    ms, with counting    "))
  }

  @Test("shows the last of many lines in the last column")
  func manyLines() async throws {
    let run = try await compare(String(repeating: "a line\n", count: 1_500))
    let diagram = Diagram(run)
    #expect(diagram.axis.count <= Diagram.mostColumns)
    #expect(diagram.axis.last == "1500")
    for line in diagram.lines where line.output == .lines { #expect(line.cells.last == "1500") }
  }

  @Test("labels each column with its line or the filter")
  func axis() async throws {
    let run = try await compare("a\nb\nc\nd\n", filter: "a")
    #expect(Diagram(run).axis == ["start", "1", "2", "F", "3", "4"])
  }
}
