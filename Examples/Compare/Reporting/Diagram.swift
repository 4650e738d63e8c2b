/// The recordings as marble lines on a common time axis.
struct Diagram {
  /// A line of the diagram: what an output of an approach showed at each step, `nil` where it showed nothing new.
  struct Line {
    let output: Output
    let approach: String
    let cells: [String?]
  }

  let lines: [Line]
  let axis: [String]

  init(_ run: Run) {
    lines = Output.allCases.flatMap { output in
      run.outcomes.map { outcome in
        var cells = [String?](repeating: nil, count: run.steps + 1)
        for entry in outcome.recording.entries where entry.output == output {
          cells[entry.step] = entry.value.isEmpty ? "·" : printable(entry.value)
        }
        return Line(output: output, approach: outcome.name, cells: cells)
      }
    }
    axis = (0...run.steps).map { step in step == run.filterStep ? "\(step)F" : "\(step)" }
  }

  /// The diagram as text, at most `columns` wide.
  func text(columns: Int) -> String {
    let label = 25
    let width = max(2, min(9, (columns - label - 1) / axis.count))
    let shown = min(axis.count, (columns - label - 1) / width)
    func row(_ label: String, _ cells: [String], end: String) -> String {
      padded(label, columns: 25) + cells.prefix(shown).joined() + end
    }
    var text = row("step", axis.map { padded(fitted($0, columns: width - 1), columns: width) }, end: "") + "\n"
    for line in lines {
      let name = line.approach == lines.first?.approach ? line.output.rawValue : ""
      let cells = line.cells.map { cell in
        padded(cell.map { fitted($0, columns: width - 1) } ?? "", columns: width, with: "-")
      }
      text += row(padded(name, columns: 15) + line.approach, cells, end: "|") + "\n"
    }
    return text
  }

  /// The diagram as an SVG document.
  var svg: String {
    let (left, step, height) = (190, 56, 34)
    let width = left + axis.count * step + 30
    var body = ""
    for (column, text) in axis.enumerated() {
      body += #"<text x="\#(left + column * step)" y="24" text-anchor="middle">\#(escaped(text))</text>"# + "\n"
    }
    for (row, line) in lines.enumerated() {
      let y = 54 + row * height
      body += #"<text x="10" y="\#(y + 4)">\#(escaped(line.output.rawValue)), \#(escaped(line.approach))</text>"# + "\n"
      body += #"<path d="M\#(left - 20) \#(y)H\#(width - 12)" stroke="gray"/>"# + "\n"
      for (column, cell) in line.cells.enumerated() {
        guard let cell else { continue }
        let x = left + column * step
        body += #"<ellipse cx="\#(x)" cy="\#(y)" rx="25" ry="13" fill="white" stroke="black"/>"#
        body +=
          #"<text x="\#(x)" y="\#(y + 4)" text-anchor="middle">\#(escaped(fitted(cell, columns: 7)))</text>"# + "\n"
      }
    }
    let size = #"width="\#(width)" height="\#(60 + lines.count * height)""#
    return #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) font-family="monospace" font-size="11">"# + "\n" + body
      + "</svg>\n"
  }

  private func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
