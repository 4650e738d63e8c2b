import TerminalControls

/// The recordings as marble lines on a common time axis.
///
/// Each column of the axis shows one step of the run, or several if there are more steps than columns.
struct Diagram {
  /// The line of one observer, which observes one output of one approach.
  struct Line {
    let output: Output
    let approach: String
    /// The last value received in each column; `nil` if there is none.
    let cells: [String?]
    let isCompleted: Bool
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
      run.approaches.map { approach in
        let recording = approach.recording(of: output)
        var cells = [String?](repeating: nil, count: columns)
        for marble in recording.marbles {
          cells[marble.step / perColumn] = marble.value.isEmpty ? #""""# : printable(marble.value)
        }
        return Line(
          output: output, approach: approach.name, cells: cells, isCompleted: recording.completedAt != nil)
      }
    }
    axis = (0..<columns).map { column in
      Self.label(of: column * perColumn...min((column + 1) * perColumn - 1, run.lastStep), in: run)
    }
    axisName = run.isByLine ? "after line" : "after batch"
  }

  /// A column's label: "start"; "end"; or the number of its last batch, followed by "F" if one of its steps set the
  /// filter. A column that shows only that step is labelled "F".
  private static func label(of steps: ClosedRange<Int>, in run: RunResult) -> String {
    let filter = run.filterStep.map(steps.contains) == true ? "F" : ""
    if steps == 0...0 { return "start" }
    if steps.lowerBound == run.lastStep { return "end" }
    if steps.count == 1, !filter.isEmpty { return filter }
    let last = min(steps.upperBound, run.lastStep - 1)
    let batches = last - (run.filterStep.map { $0 <= last } == true ? 1 : 0)
    return "\(batches)\(filter)"
  }

  /// The diagram as text, at most `columns` wide. An output has a single line if all its observers' lines are equal.
  func text(columns: Int) -> String {
    let nameWidth = 14
    let width = min(8, (columns - nameWidth) / axis.count)
    func row(_ name: String, _ cells: [String]) -> String {
      trimmed(padded(name, columns: nameWidth) + cells.joined()) + "\n"
    }
    var text = row(axisName, axis.map { padded(shortened($0, columns: width - 1), columns: width) })
    for output in Output.allCases {
      var lines = lines.filter { $0.output == output }
      let isOne = lines.allSatisfy { $0.cells == lines.first?.cells }
      if isOne { lines = Array(lines.prefix(1)) } else { text += row(output.rawValue, []) }
      for line in lines {
        let cells = line.cells.map { cell in
          padded(cell.map { fitted(valueOrCount: $0, columns: width - 1) } ?? "", columns: width, with: "-")
        }
        text += row(isOne ? output.rawValue : "  " + line.approach, cells)
      }
    }
    return text
  }

  private func shortened(_ label: String, columns: Int) -> String {
    guard label.hasSuffix("F"), displayWidth(label) > columns else {
      return fitted(valueOrCount: label, columns: columns)
    }
    return fitted(valueOrCount: String(label.dropLast()), columns: columns - 1) + "F"
  }

  /// The diagram as an SVG document.
  var svg: String {
    let (left, step, height) = (190, 64, 34)
    let width = left + axis.count * step
    var body = #"<text x="10" y="24">\#(axisName)</text>"# + "\n"
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
      // XML cannot contain these two characters.
      case "\u{FFFE}", "\u{FFFF}": "?"
      default: String(scalar)
      }
    }.joined()
  }
}
