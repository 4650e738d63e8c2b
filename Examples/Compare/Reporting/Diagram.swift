/// The recordings as marble lines on a common time axis.
///
/// A column of the axis is one step of the run, or several if there are more steps than columns.
struct Diagram {
  /// What an output of an approach showed in each column, `nil` where it showed nothing new.
  struct Line {
    let output: Output
    let approach: String
    let cells: [String?]
    /// Whether its observer was told that nothing more will come.
    let isCompleted: Bool
  }

  static let mostColumns = 12

  let lines: [Line]
  let axis: [String]
  /// How many steps a column stands for, at most.
  let stepsPerColumn: Int

  init(_ run: Run) {
    let steps = run.lastStep + 1
    let perColumn = (steps + Self.mostColumns - 1) / Self.mostColumns
    let columns = (steps + perColumn - 1) / perColumn
    stepsPerColumn = perColumn
    lines = Output.allCases.flatMap { output in
      run.outcomes.map { outcome in
        let lane = outcome.lane(output)
        var cells = [String?](repeating: nil, count: columns)
        for mark in lane.marks {
          cells[mark.step / perColumn] = mark.value.isEmpty ? #""""# : printable(mark.value)
        }
        return Line(
          output: output, approach: outcome.name, cells: cells, isCompleted: lane.completedAt != nil)
      }
    }
    axis = (0..<columns).map { column in
      Self.label(of: column * perColumn...min((column + 1) * perColumn - 1, run.lastStep), in: run)
    }
  }

  /// The number of the last batch in the steps, and what else happened in them.
  private static func label(of steps: ClosedRange<Int>, in run: Run) -> String {
    let filter = run.filterStep.map(steps.contains) == true ? "F" : ""
    if steps == 0...0 { return "start" }
    if steps.lowerBound == run.lastStep { return "end" }
    if steps.count == 1, !filter.isEmpty { return filter }
    let last = min(steps.upperBound, run.lastStep - 1)
    let batches = last - (run.filterStep.map { $0 <= last } == true ? 1 : 0)
    return "\(batches)\(filter)"
  }

  /// The diagram as text, at most `columns` wide.
  func text(columns: Int) -> String {
    let label = 24
    let width = min(8, (columns - label - 1) / axis.count)
    func row(_ label: String, _ cells: [String], end: String) -> String {
      trimmed(padded(label, columns: 24) + cells.joined() + end) + "\n"
    }
    var text = row(
      stepsPerColumn == 1 ? "time" : "time, up to batch", axis.map { padded($0, columns: width) }, end: "")
    for line in lines {
      let name = line.approach == lines.first?.approach ? line.output.rawValue : ""
      let cells = line.cells.map { cell in
        padded(cell.map { fitted(valueOrCount: $0, columns: width - 1) } ?? "", columns: width, with: "-")
      }
      text += row(padded(name, columns: 15) + line.approach, cells, end: line.isCompleted ? "|" : "")
    }
    return text
  }

  /// The diagram as an SVG document.
  var svg: String {
    let (left, step, height) = (190, 64, 34)
    let width = left + axis.count * step
    var body = ""
    for (column, text) in axis.enumerated() {
      body += #"<text x="\#(left + column * step)" y="24" text-anchor="middle">\#(escaped(text))</text>"# + "\n"
    }
    for (row, line) in lines.enumerated() {
      let y = 54 + row * height
      let end = width - 24
      body += #"<text x="10" y="\#(y + 4)">\#(escaped(line.output.rawValue)), \#(escaped(line.approach))</text>"# + "\n"
      body += #"<path d="M\#(left - 30) \#(y)H\#(end)" stroke="gray"/>"# + "\n"
      if line.isCompleted { body += #"<path d="M\#(end) \#(y - 13)v26" stroke="black" stroke-width="2"/>"# + "\n" }
      for (column, cell) in line.cells.enumerated() {
        guard let cell else { continue }
        let x = left + column * step
        body += #"<ellipse cx="\#(x)" cy="\#(y)" rx="28" ry="13" fill="white" stroke="black"/>"#
        body +=
          #"<text x="\#(x)" y="\#(y + 4)" text-anchor="middle">\#(escaped(fitted(cell, columns: 7)))</text>"# + "\n"
      }
    }
    let size = #"width="\#(width)" height="\#(50 + lines.count * height)""#
    return #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) font-family="monospace" font-size="11">"# + "\n"
      + #"<rect width="100%" height="100%" fill="white"/>"# + "\n" + body + "</svg>\n"
  }

  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      // XML has no way to write these two.
      case "\u{FFFE}", "\u{FFFF}": "?"
      default: String(scalar)
      }
    }.joined()
  }
}
