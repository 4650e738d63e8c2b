import TerminalControls

/// The recordings as marble lines on a common time axis.
///
/// Each column of the axis shows one step of the run, or several if there are more steps than columns.
struct Diagram {
  /// The line of one observer, which observes one output of one style.
  struct Line {
    let output: Output
    let name: String
    /// The last value received in each column; `nil` if there is none.
    let cells: [String?]
  }

  static let mostColumns = 12

  let lines: [Line]
  /// The column labels.
  let axis: [String]
  /// The most steps that a column shows.
  let stepsPerColumn: Int
  private let axisName: String

  init(_ run: RunResult) {
    let steps = run.lastStep + 1
    let perColumn = (steps + Self.mostColumns - 1) / Self.mostColumns
    let columns = (steps + perColumn - 1) / perColumn
    stepsPerColumn = perColumn
    lines = Output.allCases.flatMap { output in
      run.counters.map { counter in
        var cells = [String?](repeating: nil, count: columns)
        for marble in counter.marbles[output] ?? [] {
          cells[marble.step / perColumn] = marble.value.isEmpty ? #""""# : printable(marble.value)
        }
        return Line(output: output, name: counter.name, cells: cells)
      }
    }
    axis = (0..<columns).map { column in
      Self.label(of: column * perColumn...min((column + 1) * perColumn - 1, run.lastStep), in: run)
    }
    axisName = run.isByLine ? "after line" : "after batch"
  }

  /// A column's label: "start", or the number of its last batch, followed by "F" if one of its steps set the filter. A
  /// column that shows only that step is labelled "F".
  private static func label(of steps: ClosedRange<Int>, in run: RunResult) -> String {
    if steps == 0...0 { return "start" }
    guard let filterStep = run.filterStep, filterStep <= steps.upperBound else { return "\(steps.upperBound)" }
    if !steps.contains(filterStep) { return "\(steps.upperBound - 1)" }
    return steps.count == 1 ? "F" : "\(steps.upperBound - 1)F"
  }

  /// The diagram as text, at most `columns` wide. An output has a single line if all its observers' lines are equal.
  func text(columns: Int) -> String {
    let nameWidth = 14
    let width = min(8, (columns - nameWidth) / axis.count)
    func row(_ name: String, _ cells: [String], with filler: Character = " ") -> String {
      let fitting = cells.map { padded(shortened($0, columns: width - 1), columns: width, with: filler) }
      return trimmed(padded(name, columns: nameWidth) + fitting.joined()) + "\n"
    }
    var text = row(axisName, axis)
    for output in Output.allCases {
      let lines = lines.filter { $0.output == output }
      if lines.allSatisfy({ $0.cells == lines[0].cells }) {
        text += row(output.rawValue, lines[0].cells.map { $0 ?? "" }, with: "-")
      } else {
        text += row(output.rawValue, [])
        for line in lines { text += row("  " + line.name, line.cells.map { $0 ?? "" }, with: "-") }
      }
    }
    return text
  }
}
