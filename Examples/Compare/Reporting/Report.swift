/// The run as text of at most 100 columns.
enum Report {
  static let columns = 100

  static func text(_ run: Run, costs: [Cost]?) -> String {
    """
    One view model, three ways: with Bindable, with the Rx core, and bridged (the one around the other).
    Input: \(fitted(printable(run.input), columns: 60)). \(filterSentence(run))

    WHAT EACH TOLD ITS OBSERVERS (each step is \(run.steps > 19 ? "a twentieth of the input" : "a line"); - is nothing new, · is empty)

    \(Diagram(run).text(columns: columns))
    WHAT DIFFERS

    \(table(differences(run)))
    \(verdict(run))

    WHAT IT COSTS (one observer, one thread; median of 5; memory of 50,000 observers)

    \(costs.map { table(costRows($0)) } ?? "  Not measured: this is a debug build. Run: swift run -c release Compare\n")
    """
  }

  private static func filterSentence(_ run: Run) -> String {
    guard let step = run.filterStep else { return "No filter." }
    return "At step \(step) (F) the filter becomes \"\(fitted(printable(run.filter), columns: 20))\"."
  }

  /// What differs, a row for each question.
  static func differences(_ run: Run) -> [[String]] {
    func row(_ title: String, _ value: (Outcome) -> String) -> [String] { [title] + run.outcomes.map(value) }
    let first = run.outcomes.first?.recording
    return [
      [""] + run.outcomes.map(\.name),
      row("events delivered") { "\($0.recording.total)" },
      row("values and their order") { $0.recording.digest == first?.digest ? "the same" : "different" },
      row("delivered on") { $0.recording.onMainQueue == $0.recording.total ? "main, as set" : "setting thread" },
      row("equal values left out by") { $0.name == "Rx" ? "the view model" : "the observer" },
      row("notifications after disposal") { "\($0.recording.afterEnd)" },
      row("view models left over") { "\($0.leftOver)" },
    ]
  }

  private static func verdict(_ run: Run) -> String {
    let digests = Set(run.outcomes.map(\.recording.digest))
    return digests.count == 1
      ? "All three told their observers the same values in the same order."
      : "They told their observers different things: see the marbles above."
  }

  private static func costRows(_ costs: [Cost]) -> [[String]] {
    [
      [""] + costs.map(\.name),
      ["ns per event"] + costs.map { decimal($0.nanosecondsPerEvent) },
      ["bytes per observer"] + costs.map { decimal($0.bytesPerObserver) },
    ]
  }

  private static func table(_ rows: [[String]]) -> String {
    rows.map { row in
      "  " + row.enumerated().map { padded($1, columns: $0 == 0 ? 32 : 18) }.joined()
    }.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n") + "\n"
  }

  /// A number with one digit behind the point.
  static func decimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
