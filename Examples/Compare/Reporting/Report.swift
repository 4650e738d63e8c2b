import TerminalControls

/// The results as text.
struct Report {
  /// The least and the greatest width of the text, whatever the width of the terminal.
  static let widths = 80...120
  /// Times are shown for inputs of at least this size: for smaller ones they mostly show how busy the machine is.
  static let leastBytesForTimes = 1_000_000

  let run: RunResult
  let experiments: [Experiments]
  /// `nil` in debug builds.
  let costs: [Cost]?
  /// How wide the text is at most.
  var columns = Report.widths.lowerBound

  var text: String {
    """
    One view model, written three ways: with Bindable, with the Rx core, and bridged
    (Bindable outside, Rx inside).

    \(summary)

    WHAT THE OBSERVERS RECEIVED

    \(diagram.text(columns: columns))
    \(legend)

    WHAT DIFFERS

    \(table(differences))
    \(Self.explanations)

    \(verdict)

    WHAT IT COSTS

    \(costs.map(costText) ?? Self.noCosts)

    """
  }

  static let noCosts = "Not measured: this is a debug build. Try: swift run -c release Compare"

  /// What to say of an input that was not read to its end.
  static func earlyEnd(_ end: InputEnd) -> String? {
    switch end {
    case .complete: nil
    case .interrupted: "The input was interrupted. This report is on what was read until then."
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
    let batch = "\nA batch is what is read and counted at once: whole lines, mostly about 256 KB."
    return """
      \(column)\(run.isByLine ? "" : batch)
      F is where the filter is set, - no new value, | completion, ~ text cut off here;
      k and M are thousands and millions, rounded down.
      """
  }

  private var verdict: String {
    run.isEqual
      ? "All three gave their observers the same values in the same order."
      : "They gave their observers different values: see the diagram above."
  }

  /// A row for each question, a column for each approach.
  private var differences: [[String]] {
    func row(_ title: String, _ value: (ApproachResult) -> String) -> [String] { [title] + run.approaches.map(value) }
    func row(_ title: String, _ value: (Experiments) -> String) -> [String] { [title] + experiments.map(value) }
    let batch = run.isByLine ? "line" : "batch"
    let received = Output.allCases.map { output in
      row("values received: \(output.rawValue)") { "\($0.recording(of: output).valueCount)" }
    }
    let callOrder = ["called first for one \(batch)", "called second", "called third"].enumerated().map {
      index, title in
      row(title) { $0.callOrder.count > index ? $0.callOrder[index].rawValue : "none" }
    }
    return [row("", \.name)] + received
      + [row("values and their order") { run.isEqualToFirst($0) ? "the same" : "different" }] + callOrder
      + [
        row("lines, words, progress called on") { contexts(of: [.lines, .words, .progress], in: $0) },
        row("most frequent (view) called on") { contexts(of: [.mostFrequentWord], in: $0) },
        row("completes with the input") { $0.recording(of: .lines).completedAt == nil ? "no" : "yes" },
        row("busy queue: received of 100") { "\($0.receivedOnBusyQueue)" },
        row("the same with policy .latest") { $0.receivedOnBusyQueueWithLatest.map(String.init) ?? "no such policy" },
        row("values received after disposal") { "\($0.receivedAfterDisposal)" },
        row("observers left after disposal") { "\($0.observersLeft)" },
        row("owner deallocated: observers left") { "\($0.observersLeftByOwner)" },
      ]
  }

  private static let explanations = """
    Busy queue: 100 values are set while the observer's queue does something else.
    Then the observer receives all of them, with policy .latest only the newest.
    Owner deallocated: the object that observes was released and did not cancel or
    dispose of anything. An Rx subscription stays until it is disposed of.
    """

  private func contexts(of outputs: [Output], in approach: ApproachResult) -> String {
    Set(outputs.flatMap { approach.recording(of: $0).contexts }).map(\.rawValue).sorted().joined(separator: ", ")
  }

  /// The time for this input, if it means something.
  static func milliseconds(_ approach: ApproachResult, in run: RunResult) -> Double? {
    run.bytes < leastBytesForTimes ? nil : approach.duration / .milliseconds(1)
  }

  private func costText(_ costs: [Cost]) -> String {
    func row(_ title: String, _ value: (Cost) -> Double?) -> [String] {
      [title] + costs.map { value($0).map { "\(Int($0.rounded()))" } ?? "-" }
    }
    let times = run.approaches.map { Self.milliseconds($0, in: run) }
    let hasTimes = !times.contains(nil)
    let rows = [
      [""] + run.approaches.map(\.name), ["ns per value, one observer"] + costs.map { decimal($0.nanosecondsPerValue) },
      row("bytes per observer with an owner", \.bytesPerObserverWithOwner),
      row("bytes per observer with a token", \.bytesPerObserverWithToken),
    ]
    let timeRow = ["ms for this input, with counting"] + times.compactMap { $0.map(decimal) }
    return table(rows + (hasTimes ? [timeRow] : [])) + """

      With a token: the memory of the token, in Rx of the disposable, is included.
      """ + (hasTimes ? "" : "\n\(Self.noTimes)")
  }

  static let noTimes = "The time for this input is shown from 1 MB on: below, it is mostly noise."

  private func table(_ rows: [[String]]) -> String {
    let width = (columns - 35) / 3
    return rows.map { row in
      trimmed(row.enumerated().map { padded($1, columns: $0 == 0 ? 35 : width) }.joined()) + "\n"
    }.joined()
  }
}

/// A number with one digit after the point.
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
