extension MarbleDiagram {
  /// The diagram as an SVG document. Simultaneous events are stacked vertically.
  ///
  /// The document has no external references, and all text in it is escaped.
  ///
  /// - Parameter width: the width in pixels; at most 100,000, and more if the labels need it.
  public func svg(width: Int = 800) -> String {
    let (lines, legend) = drawnLines()
    return MarbleDrawing(lines: lines, legend: legend, scale: scale, width: width).document
  }
}

/// Draws the document. All lengths are in pixels. Times are 128-bit integers, so that differences cannot overflow.
private struct MarbleDrawing {
  private static let radius = 12
  private static let letter = 8  // The average width of a letter.

  let lines: [MarbleLine]
  let legend: [String]
  let first: Int128
  let last: Int128
  let left: Int
  let right: Int
  let width: Int

  init(lines: [MarbleLine], legend: [String], scale: MarbleScale, width: Int) {
    let times = lines.flatMap { $0.marks.map(\.time) } + [scale.start]
    let labels = lines.map(\.label.displayWidth).max() ?? 0
    self.lines = lines
    self.legend = legend
    self.first = Int128(times.min() ?? scale.start)
    self.last = max(Int128(times.max() ?? scale.start), first + Int128(scale.ticksPerFrame))
    self.left = labels * Self.letter + 2 * Self.radius + 10
    self.width = max(min(width, 100_000), left + 200)
    self.right = self.width - 2 * Self.radius
  }

  var document: String {
    var body: [String] = []
    var top = 8
    for line in lines {
      // The largest number of simultaneous events.
      let rows = Dictionary(grouping: line.marks, by: \.time).values.map(\.count).max() ?? 1
      let middle = top + 2 * Self.radius
      body += draw(line, at: middle)
      top = middle + 2 * Self.radius * rows
    }
    body += axis(at: top + 4)
    top += 32
    for line in legend {
      body.append(text(line, x: 8, y: top, anchor: "start"))
      top += 18
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(top)" viewBox="0 0 \(width) \(top)" \
      font-family="sans-serif" font-size="14">
      <rect width="\(width)" height="\(top)" fill="white"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private func draw(_ line: MarbleLine, at middle: Int) -> [String] {
    let end = line.isOpen ? right + Self.radius : line.marks.last.map { x(Int128($0.time)) } ?? left
    var body = [
      text(line.label, x: 8, y: middle + 5, anchor: "start"),
      #"<line x1="\#(left)" y1="\#(middle)" x2="\#(end)" y2="\#(middle)" stroke="black"/>"#,
    ]
    var time: TestTime?
    var row = 0
    for mark in line.marks {
      row = mark.time == time ? row + 1 : 0
      time = mark.time
      body.append(
        "<g><title>\(Self.escape("\(mark.description) @ \(mark.time)"))</title>"
          + shape(of: mark.symbol, x: x(Int128(mark.time)), y: middle + row * 2 * Self.radius) + "</g>")
    }
    return body
  }

  private func shape(of symbol: Character, x: Int, y: Int) -> String {
    let radius = Self.radius
    switch symbol {
    case "|":
      return #"<line x1="\#(x)" y1="\#(y - radius)" x2="\#(x)" y2="\#(y + radius)" stroke="black" stroke-width="2"/>"#
    case "#":
      let path = "M\(x - 8) \(y - 8)L\(x + 8) \(y + 8)M\(x - 8) \(y + 8)L\(x + 8) \(y - 8)"
      return #"<path d="\#(path)" stroke="crimson" stroke-width="2"/>"#
    case "^", "!":
      let (tip, base) = symbol == "^" ? (y - radius, y) : (y, y - radius)
      return #"<path d="M\#(x) \#(tip)L\#(x - 6) \#(base)L\#(x + 6) \#(base)Z" fill="black"/>"#
    default:
      return #"<circle cx="\#(x)" cy="\#(y)" r="\#(radius)" fill="lightblue" stroke="black"/>"#
        + text(String(symbol), x: x, y: y + 5, anchor: "middle")
    }
  }

  private func axis(at top: Int) -> [String] {
    let count = min(8, last - first)
    return (0...Int(count)).map { index in
      let time = first + (last - first) * Int128(index) / count
      return #"<line x1="\#(x(time))" y1="\#(top - 4)" x2="\#(x(time))" y2="\#(top)" stroke="gray"/>"#
        + text("\(time)", x: x(time), y: top + 14, anchor: "middle")
    }
  }

  private func x(_ time: Int128) -> Int {
    left + Self.radius + Int(Double(time - first) / Double(last - first) * Double(right - left - Self.radius))
  }

  private func text(_ text: String, x: Int, y: Int, anchor: String) -> String {
    #"<text x="\#(x)" y="\#(y)" text-anchor="\#(anchor)">\#(Self.escape(text))</text>"#
  }

  /// The text escaped for XML. Characters that XML does not allow become the replacement character.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped.unicodeScalars.append("\u{FFFD}")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
