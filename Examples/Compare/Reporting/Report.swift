import TerminalControls

/// The results as text.
struct Report {
  /// The minimum and maximum width of the text, regardless of the terminal's width.
  static let widths = 80...120
  /// Times are shown for inputs of at least this size. For smaller ones they mostly reflect how busy the machine is.
  static let leastBytesForTimes = 1_000_000

  let run: RunResult
  let experiments: [Row]
  let searches: [SearchExperiment.Result]
  /// The maximum width of the text.
  var columns = Report.widths.lowerBound

  var text: String {
    """
    View models, written four ways: \(enumerated(run.counters.map(\.name))).
    Bridged has Bindables outside and Rx inside.

    \(summary)

    \(diagram.text(columns: columns))
    \(wrapped(legend, columns: columns))

    \(wrapped(agreement, columns: columns))

    \(table)
    To explain a row, with the code behind it: swift run Compare --explain burst
    To see the Bindable and the Rx view models: swift run Compare --code

    """
  }

  // MARK: - The input

  private var diagram: Diagram { Diagram(run) }

  private var summary: String {
    let earlyEnd: [String] =
      switch run.end {
      case .complete: []
      case .interrupted: ["The input was interrupted. This report covers what was read until then.", ""]
      case .failed: ["The input could not be read to its end. This report is on what was read.", ""]
      }
    let input = "Input: \(fitted(run.input, columns: columns - 32)), \(grouped(run.bytes)) bytes."
    return (earlyEnd + [input, filterSentence, countSentence]).joined(separator: "\n")
  }

  private var filterSentence: String {
    guard let step = run.filterStep else { return "No filter was set." }
    let place = step == run.lastStep ? "at the end" : "in the middle"
    return "Filter, set \(place) (F): \(quoted(run.filter, columns: 12)). Only words that contain it count."
  }

  private var countSentence: String {
    let counts = [Output.lines, .words].map { "\($0) \(grouped(Int(run.counters[0].last($0)) ?? 0))" }
    let word = run.counters[0].last(.mostFrequentWord)
    let mostFrequent = word.isEmpty ? [] : ["most frequent \(quoted(word, columns: 20))"]
    return "Counted: \((counts + mostFrequent).joined(separator: ", "))."
  }

  private func quoted(_ text: String, columns: Int) -> String {
    "\"\(fitted(printable(text), columns: columns - 2))\""
  }

  private var legend: String {
    let unit = run.isByLine ? "line" : "batch of lines"
    let steps = diagram.stepsPerColumn
    let column =
      steps == 1
      ? "A column is one \(unit)." : "A column is \(grouped(steps)) steps of one \(unit), with the last value received."
    return column + " F is where the filter is set, - no new value, ~ text cut off; k and M are thousands and millions."
  }

  // MARK: - Agreement and differences

  private var agreement: String {
    let predicates = rows.compactMap(\.agreement)
    return predicates.isEmpty ? "Nothing is the same for all." : "All four \(enumerated(predicates))."
  }

  /// The rows of the table. A row in which all styles agree as expected is part of a sentence instead.
  var differences: [Row] { rows.filter { $0.agreement == nil } }

  /// All rows, in the order of their explanations.
  var rows: [Row] { [viewRow] + experiments + searchRows + codeRows + (times.map { [$0] } ?? []) }

  private var viewRow: Row {
    Self.question(
      "values", "the same in all views", run.counters.map { $0.marbles == run.counters[0].marbles },
      predicate: "showed the same values in the same order")
  }

  private var searchRows: [Row] {
    [
      Self.question(
        "answers", "only last answers", searches.map { $0.shown == [[], ["win"], ["wind"]] },
        predicate: "showed only the last answers of a search"),
      Row("search", "stale lookup ends at", searches.map { .text($0.endOfStaleLookup) }),
      Row("drain", "last query looked up", searches.map { .text($0.isDrainedAtOnce ? "at once" : "after pause") }),
      Row("end", "all is shown after", searches.map { .text($0.sign) }),
      Row("test", "tests replace", ["the clock", "scheduler", "scheduler", "the clock"].map(Cell.text)),
    ]
  }

  private static func question(_ name: String, _ title: String, _ answers: [Bool], predicate: String) -> Row {
    Row(
      name, title, answers.map { .text($0 ? "yes" : "no") },
      expectation: Row.Expectation(cell: .text("yes"), predicate: predicate))
  }

  private var codeRows: [Row] {
    [
      row("counter", "lines of a counter", Listing.counters, sharing: "class BindableCounterView"),
      row("searcher", "lines of a search", Listing.searches, sharing: "class BindableSearchView"),
    ]
  }

  /// The bridged view model uses the first one's view, which begins at `view`.
  private func row(_ name: String, _ title: String, _ listings: [Listing], sharing view: String) -> Row {
    Row(
      name, title,
      listings.map { listing in
        let isBridged = listing.name.hasPrefix("Bridged")
        return .number(listing.linesOfCode() + (isBridged ? listings[0].linesOfCode(from: view) : 0))
      })
  }

  private var times: Row? {
    if run.bytes < Self.leastBytesForTimes { return nil }
    return Row("input", "ms, with counting", run.counters.map { .number(Int($0.duration / .milliseconds(1))) })
  }

  private var table: String {
    let (nameWidth, titleWidth) = (9, 21)
    let width = (columns - nameWidth - titleWidth) / run.counters.count
    func line(_ name: String, _ title: String, _ cells: [String]) -> String {
      let label = padded(padded(name, columns: nameWidth) + title, columns: nameWidth + titleWidth)
      return trimmed(label + cells.map { padded($0, columns: width) }.joined()) + "\n"
    }
    return line("WHAT DIFFERS", "", run.counters.map(\.name))
      + differences.map { line($0.name, $0.title, $0.cells.map(shown)) }.joined()
  }
}

/// The cell as the table shows it.
private func shown(_ cell: Cell) -> String {
  switch cell {
  case .number(let number): grouped(number)
  case .text(let text): text
  }
}
