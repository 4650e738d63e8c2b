/// The run as text of at most 100 columns.
struct Report {
  static let columns = 100

  let run: Run
  let probes: [Probe]
  /// `nil` in debug builds.
  let costs: [Cost]?

  var text: String {
    """
    One view model, written three ways: with Bindable, with the Rx core, and bridged (Bindable
    outside, Rx inside). Input: \(fitted(printable(run.input), columns: 60)), \(grouped(run.bytes)) bytes.
    \(filterSentence)

    WHAT THEY TOLD THEIR OBSERVERS
    \(legend)

    \(diagram.text(columns: Self.columns))
    WHAT DIFFERS

    \(table(differences))
    \(verdict)

    WHAT IT COSTS

    \(costs.map { table(costRows($0)) } ?? Self.noCosts + "\n")
    """
  }

  static let noCosts = "Not measured: this is a debug build. Try: swift run -c release Compare"

  private var diagram: Diagram { Diagram(run) }

  private var filterSentence: String {
    guard let step = run.filterStep else { return "No filter was set." }
    let filter = "\"\(fitted(printable(run.filter), columns: 20))\""
    return step == run.lastStep - 1
      ? "When all was read (F), the filter became \(filter)."
      : "In the middle (F), the filter became \(filter): only words that contain it count."
  }

  private var legend: String {
    let batch = run.isByLine ? "line" : "batch of lines"
    let column =
      diagram.stepsPerColumn == 1
      ? "A column is one \(batch)"
      : "A column is \(grouped(diagram.stepsPerColumn)) \(run.isByLine ? "lines" : "batches of lines"), the last value shown"
    return "\(column).\n- is nothing new, | the end, ~ more than fits; k and M are thousands and millions."
  }

  private var verdict: String {
    run.isEqual
      ? "All three told their observers the same values in the same order."
      : "They told their observers different things: see the marbles above."
  }

  /// A row for each question, a column for each approach.
  var differences: [[String]] {
    func row(_ title: String, _ value: (Outcome) -> String) -> [String] { [title] + run.outcomes.map(value) }
    func probe(_ title: String, _ value: (Probe) -> String) -> [String] { [title] + probes.map(value) }
    return [row("", \.name)]
      + Output.allCases.map { output in row("events: \(output.rawValue)") { "\($0.lane(output).events)" } }
      + [
        row("values and their order") { outcome in
          let isSame = Output.allCases.allSatisfy { outcome.lane($0).digest == run.outcomes[0].lane($0).digest }
          return isSame ? "the same" : "other"
        },
        row("order within a step") { $0.order.isEmpty ? "-" : $0.order.map(\.rawValue).joined(separator: " ") },
        row("lines, words, progress on") { places(of: [.lines, .words, .progress], in: $0) },
        row("most frequent (view) on") { places(of: [.mostFrequentWord], in: $0) },
        row("told of the input's end") { $0.lane(.lines).completedAt == nil ? "no" : "yes" },
        probe("of 100 sets, told on a busy queue") { "\($0.slowQueue)" },
        probe("the same with the policy .latest") { $0.slowQueueLatest.map(String.init) ?? "no such policy" },
        row("events told after disposal") { "\($0.afterDisposal)" },
        row("subscriptions left over") { "\($0.leftOver)" },
        probe("left when an owner just goes") { "\($0.orphans)" },
      ]
  }

  private func places(of outputs: [Output], in outcome: Outcome) -> String {
    Set(outputs.flatMap { outcome.lane($0).places }).map(\.rawValue).sorted().joined(separator: ", ")
  }

  private func costRows(_ costs: [Cost]) -> [[String]] {
    [
      [""] + run.outcomes.map(\.name),
      ["ns per event, one observer"] + costs.map { decimal($0.nanosecondsPerEvent) },
      ["bytes per observer"] + costs.map { "\(Int($0.bytesPerObserver.rounded()))" },
      ["ms for this input, counting too"] + run.outcomes.map { decimal($0.duration / .milliseconds(1)) },
    ]
  }

  private func table(_ rows: [[String]]) -> String {
    rows.map { row in
      trimmed(row.enumerated().map { padded($1, columns: $0 == 0 ? 34 : 22) }.joined()) + "\n"
    }.joined()
  }
}

/// A number with one digit behind the point.
func decimal(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

/// A number with a comma between thousands.
func grouped(_ number: Int) -> String {
  let digits = String(number)
  return digits.enumerated().map { index, digit in
    index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
  }.joined()
}
