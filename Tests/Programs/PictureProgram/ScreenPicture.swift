import TestSupport

/// A terminal's screen as an SVG document.
///
/// Text of one style is one element with a fixed width, so that columns are aligned in any font.
struct ScreenPicture {
  private static let columnWidth = 8
  private static let rowHeight = 18
  private static let margin = 14

  let screen: ScreenModel
  let title: String
  var showsCursor = false

  /// The SVG document that shows the given rows of the screen.
  func document(rows: Range<Int>) -> String {
    let width = screen.columns * Self.columnWidth + 2 * Self.margin
    let top = Self.margin + Self.rowHeight
    let height = top + rows.count * Self.rowHeight + Self.margin
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      let baseline = top + (index + 1) * Self.rowHeight - 5
      lines += runs(inRow: row).map { draw($0, baseline: baseline) }
      if showsCursor, row == screen.row { lines.append(drawCursor(baseline: baseline)) }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13">
      <title>\(Self.escape(title))</title>
      <rect width="\(width)" height="\(height)" rx="8" fill="#1e2127"/>
      <text x="\(width / 2)" y="\(Self.margin + 4)" text-anchor="middle" fill="#7f848e">\(Self.escape(title))</text>
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }

  /// Adjacent cells of one style.
  private struct Run {
    var column: Int
    var columns = 0
    var text = ""
    var style: String
  }

  private func runs(inRow row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<screen.columns {
      let cell = screen.cell(column: column, row: row)
      if runs.last?.style != cell.style { runs.append(Run(column: column, style: cell.style)) }
      runs[runs.count - 1].text += cell.text
      runs[runs.count - 1].columns += 1
    }
    return runs.compactMap { run in
      guard !ScreenStyle(run.style).isInverse else { return run }
      var run = run
      while run.text.last == " " {
        run.text.removeLast()
        run.columns -= 1
      }
      return run.text.isEmpty ? nil : run
    }
  }

  private func draw(_ run: Run, baseline: Int) -> String {
    let style = ScreenStyle(run.style)
    let x = Self.margin + run.column * Self.columnWidth
    let width = run.columns * Self.columnWidth
    var drawn = ""
    if let background = style.background {
      drawn =
        #"<rect x="\#(x)" y="\#(baseline - 13)" width="\#(width)" height="\#(Self.rowHeight)" fill="\#(background)"/>"#
    }
    let weight = style.isBold ? #" font-weight="bold""# : ""
    return drawn
      + #"<text x="\#(x)" y="\#(baseline)" textLength="\#(width)" fill="\#(style.foreground)"\#(weight) xml:space="preserve">"#
      + Self.escape(run.text) + "</text>"
  }

  private func drawCursor(baseline: Int) -> String {
    let x = Self.margin + screen.column * Self.columnWidth
    return ##"<rect x="\##(x)" y="\##(baseline - 13)" width="2" height="\##(Self.rowHeight)" fill="#d7dae0"/>"##
  }

  private static func escape(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

/// The text attributes set by the parameters of a style, such as `1;31`.
struct ScreenStyle {
  private(set) var isBold = false
  private(set) var isInverse = false
  private var isDim = false
  private var color = "#d7dae0"

  private static let colors = ["#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"]

  init(_ parameters: String) {
    for parameter in parameters.split(separator: ";").compactMap({ Int($0) }) {
      switch parameter {
      case 1: isBold = true
      case 2: isDim = true
      case 7: isInverse = true
      case 30...37: color = Self.colors[parameter - 30]
      case 90...97: color = Self.colors[parameter - 90]
      default: break
      }
    }
  }

  var foreground: String { isInverse ? "#1e2127" : isDim ? "#8a909c" : color }

  var background: String? { isInverse ? color : nil }
}
