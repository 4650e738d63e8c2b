import TerminalControls

/// The results as text.
struct Report {
  /// The minimum and maximum width of the text, regardless of the terminal's width.
  static let widths = 80...120
  /// Times are shown for inputs of at least this size. For smaller ones they mostly reflect how busy the machine is.
  static let leastBytesForTimes = 1_000_000

  let run: RunResult
  let experiments: [Row]
  var searches: [SearchExperiment.Result]
  /// `nil` in debug builds.
  let costs: [Row]?
  /// The maximum width of the text.
  var columns = Report.widths.lowerBound

  var text: String {
    """
    One view model, written \(count.lowercased()) ways: \(enumerated(run.approaches.map(\.name))).
    Bridged has Bindables outside and Rx operators inside.

    \(summary)

    \(diagram.text(columns: columns))
    \(legend)

    \(wrapped(agreement, columns: columns).joined(separator: "\n"))

    \(table)
    \(notes.joined(separator: "\n"))

    """
  }

  static let noCosts = "Costs are not measured in a debug build. Try: swift run -c release Compare"

  private var notes: [String] {
    let costNote = costs == nil ? Self.noCosts : hasTimes ? nil : Self.noTimes
    return [costNote, "To explain a row, with the code behind it: swift run Compare --explain burst"].compactMap { $0 }
  }

  /// The number of approaches as a word.
  private var count: String { ["No", "One", "Two", "Three", "Four"][run.approaches.count] }

  /// A sentence about an input that was not read to its end; `nil` if it was.
  static func earlyEnd(_ end: InputEnd) -> String? {
    switch end {
    case .complete: nil
    case .interrupted: "The input was interrupted. This report covers what was read until then."
    case .failed: "The input could not be read to its end. This report is on what was read."
    }
  }

  private var diagram: Diagram { Diagram(run) }

  private var summary: String {
    let earlyEnd = Self.earlyEnd(run.end).map { $0 + "\n\n" } ?? ""
    let input = "Input: \(fitted(printable(run.input), columns: columns - 32)), \(grouped(run.bytes)) bytes."
    return earlyEnd + [input, filterSentence, countSentence].joined(separator: "\n")
  }

  private var filterSentence: String {
    guard let step = run.filterStep else { return "No filter was set." }
    let place = step == run.lastStep - 1 ? "at the end" : "in the middle"
    let filter = quoted(run.filter, columns: columns - 67)
    return "Filter, set \(place) (F): \(filter). Only words that contain it count."
  }

  private var countSentence: String {
    let (lines, words) = (run.lastValue(of: .lines) ?? "0", run.lastValue(of: .words) ?? "0")
    let mostFrequent = run.lastValue(of: .mostFrequentWord) ?? ""
    let counts = "Counted: lines \(grouped(lines)), words \(grouped(words))"
    return mostFrequent.isEmpty ? counts + "." : counts + ", most frequent \(quoted(mostFrequent, columns: 20))."
  }

  private func quoted(_ text: String, columns: Int) -> String {
    "\"\(fitted(printable(text), columns: columns - 2))\""
  }

  private var legend: String {
    let steps = diagram.stepsPerColumn
    let column =
      switch (run.isByLine, steps) {
      case (true, 1): "A column is one line."
      case (true, _): "A column is \(grouped(steps)) lines, with the last value received in them."
      case (false, 1): "A column is one batch."
      case (false, _): "A column is \(grouped(steps)) batches, with the last value received in them."
      }
    let batch = run.isByLine ? "" : " A batch is what is read and counted at once: whole lines, mostly about 256 KB."
    let signs = " F is where the filter is set, - no new value, ~ text cut off; k and M are thousands and millions."
    return wrapped(column + batch + signs, columns: columns).joined(separator: "\n")
  }

  // MARK: - Agreement and differences

  /// A row that should be the same for all approaches.
  private struct Expectation {
    let row: Row
    let cell: Cell
    /// Completes the sentence "All three …" or "All four …" if the expectation is met.
    let predicate: String

    var isMet: Bool { row.cells.allSatisfy { $0 == cell } }
  }

  private var expectations: [Expectation] {
    func row(_ name: String, _ title: String, _ cell: (ApproachResult) -> Cell) -> Row {
      Row(name, title, run.approaches.map(cell))
    }
    let shown = searches.map { $0.shown == [[], ["win"]] ? Cell.text("the last") : .text("others") }
    return [
      Expectation(
        row: row("values", "and their order") { .text(run.isEqualToFirst($0) ? "the same" : "different") },
        cell: .text("the same"), predicate: "gave their observers the same values in the same order"),
      Expectation(
        row: row("view", "called on") { .text($0.places(of: .mostFrequentWord)) },
        cell: .text(DeliveryContext.mainQueue.rawValue), predicate: "called the view on the main queue"),
      Expectation(
        row: row("disposed", "values after it") { .number($0.receivedAfterDisposal) }, cell: .number(0),
        predicate: "delivered nothing after disposal"),
      Expectation(
        row: row("left", "after disposal") { .number($0.observersLeft) }, cell: .number(0),
        predicate: "left no observer behind"),
      Expectation(
        row: Row("answers", "shown by searches", shown), cell: .text("the last"),
        predicate: "showed only the last answer of a search"),
    ]
  }

  /// The predicates of the met expectations.
  var predicates: [String] { expectations.filter(\.isMet).map(\.predicate) }

  private var agreement: String {
    predicates.isEmpty ? "Nothing is the same for all." : "All \(count.lowercased()) \(enumerated(predicates))."
  }

  /// The rows that should be the same and are not, then those that differ by design.
  var differences: [Row] {
    let lookups = searches.map { Cell.text($0.answers < $0.lookups ? "cancelled" : "runs on") }
    let code = [
      Row("search", "overtaken lookup", lookups),
      Row("test", "time comes from", Self.timeInTests.map(Cell.text)),
      Row("lines", "…WordCounter.swift", Listing.wordCounters.map { .number($0.linesOfCode) }),
      Row("waiting", "lines …Search.swift", Listing.searches.map { .number($0.linesOfCode) }),
    ]
    return expectations.filter { !$0.isMet }.map(\.row) + experiments + code.map(shortened)
      + (costs ?? []).map(shortened)
      + (costs != nil && hasTimes ? [times] : [])
  }

  /// How a test of a search controls time.
  private static let timeInTests = ["own closure", "a scheduler", "a scheduler", "own closure"]

  /// The row without the cells of unavailable approaches.
  private func shortened(_ row: Row) -> Row { Row(row.name, row.title, Array(row.cells.prefix(run.approaches.count))) }

  private var times: Row {
    Row("input", "ms, with counting", run.approaches.map { .decimal($0.duration / .milliseconds(1)) })
  }

  var hasTimes: Bool { run.bytes >= Self.leastBytesForTimes }

  static let noTimes = "The time for this input is shown from 1 MB on: below that, it is mostly noise."

  private var table: String {
    let (nameWidth, titleWidth) = (9, 20)
    let width = (columns - nameWidth - titleWidth) / run.approaches.count
    func line(_ name: String, _ title: String, _ cells: [String]) -> String {
      let label = padded(padded(name, columns: nameWidth) + title, columns: nameWidth + titleWidth)
      return trimmed(label + cells.map { padded($0, columns: width) }.joined()) + "\n"
    }
    return line("WHAT DIFFERS", "", run.approaches.map(\.name))
      + differences.map { line($0.name, $0.title, $0.cells.map(shown)) }.joined()
  }
}

extension ApproachResult {
  /// The contexts in which the observer of an output was called.
  fileprivate func places(of output: Output) -> String {
    recording(of: output).contexts.map(\.rawValue).joined(separator: ", ")
  }
}

private func shown(_ cell: Cell) -> String {
  switch cell {
  case .number(let number): grouped(number)
  case .decimal(let number): number < 1_000 ? decimal(number) : grouped(Int(number.rounded()))
  case .text(let text): text
  case .none: "-"
  }
}

/// The items with commas, and with "and" before the last.
private func enumerated(_ items: [String]) -> String {
  guard let last = items.last, items.count > 1 else { return items.joined() }
  let comma = items.count > 2 ? "," : ""
  return items.dropLast().joined(separator: ", ") + "\(comma) and \(last)"
}

/// A number with one decimal place.
func decimal(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

/// A number with a comma between thousands.
func grouped(_ number: Int) -> String { grouped(String(number)) }

private func grouped(_ digits: String) -> String {
  digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
  }.joined()
}
