extension MarbleDiagram {
  /// The picture as an SVG document, `width` pixels wide, or more if the labels need it. Events at one time stand below
  /// one another. It names no fonts, styles or files from elsewhere; all text in it is escaped.
  public func svg(width: Int = 800) -> String {
    let (lines, legend) = signedLines()
    return MarbleDrawing(lines: lines, legend: legend, scale: scale, width: width).document
  }
}

/// A picture in the making. All lengths are pixels.
private struct MarbleDrawing {
  private static let radius = 12
  private static let letter = 8  // The width of one, on average.

  let lines: [MarbleLine]
  let legend: [String]
  let first: TestTime
  let last: TestTime
  let left: Int
  let right: Int
  let width: Int

  init(lines: [MarbleLine], legend: [String], scale: MarbleScale, width: Int) {
    let times = lines.flatMap { $0.marks.map(\.time) } + [scale.start]
    let labels = lines.map(\.label.count).max() ?? 0
    self.lines = lines
    self.legend = legend
    self.first = times.min() ?? scale.start
    self.last = max(times.max() ?? scale.start, first + scale.ticksPerFrame)
    self.left = labels * Self.letter + 2 * Self.radius + 10
    self.width = max(width, left + 200)
    self.right = self.width - 2 * Self.radius
  }

  var document: String {
    var body: [String] = []
    var top = 8
    for line in lines {
      // One row for each of the most events that happen at one time.
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
    let end = line.goesOn ? right + Self.radius : line.marks.last.map { x($0.time) } ?? left
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
          + sign(mark.sign, x: x(mark.time), y: middle + row * 2 * Self.radius) + "</g>")
    }
    return body
  }

  private func sign(_ sign: Character, x: Int, y: Int) -> String {
    let radius = Self.radius
    switch sign {
    case "|":
      return #"<line x1="\#(x)" y1="\#(y - radius)" x2="\#(x)" y2="\#(y + radius)" stroke="black" stroke-width="2"/>"#
    case "#":
      let path = "M\(x - 8) \(y - 8)L\(x + 8) \(y + 8)M\(x - 8) \(y + 8)L\(x + 8) \(y - 8)"
      return #"<path d="\#(path)" stroke="crimson" stroke-width="2"/>"#
    case "^", "!":
      let (tip, base) = sign == "^" ? (y - radius, y) : (y, y - radius)
      return #"<path d="M\#(x) \#(tip)L\#(x - 6) \#(base)L\#(x + 6) \#(base)Z" fill="black"/>"#
    default:
      return #"<circle cx="\#(x)" cy="\#(y)" r="\#(radius)" fill="lightblue" stroke="black"/>"#
        + text(String(sign), x: x, y: y + 5, anchor: "middle")
    }
  }

  private func axis(at top: Int) -> [String] {
    let count = min(8, last - first)
    return (0...count).map { index in
      let part = (last - first).multipliedFullWidth(by: index)
      let time = first + count.dividingFullWidth(part).quotient
      return #"<line x1="\#(x(time))" y1="\#(top - 4)" x2="\#(x(time))" y2="\#(top)" stroke="gray"/>"#
        + text("\(time)", x: x(time), y: top + 14, anchor: "middle")
    }
  }

  private func x(_ time: TestTime) -> Int {
    left + Self.radius + Int(Double(time - first) / Double(last - first) * Double(right - left - Self.radius))
  }

  private func text(_ text: String, x: Int, y: Int, anchor: String) -> String {
    #"<text x="\#(x)" y="\#(y)" text-anchor="\#(anchor)">\#(Self.escape(text))</text>"#
  }

  /// The text as XML wants it; what XML cannot say becomes the replacement character.
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
