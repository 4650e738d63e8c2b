/// Positions the symbols of several lines on a common time axis.
///
/// Each column stands for the same number of ticks and is as wide as its widest cell; narrower cells are padded with
/// spaces, which marble diagrams ignore. Times are 128-bit integers, so that sums and differences cannot overflow.
struct MarbleLayout {
  /// The number of ticks per column.
  let ticksPerColumn: Int128

  private let lines: [MarbleLine]
  /// The tick of the first column.
  private let first: Int128
  private let columns: Int
  private let isCut: Bool
  private let cells: [[Int: [MarbleLine.Mark]]]
  /// For each line, the columns in which a single symbol needs parentheses: see ``groupSpans()``.
  private var grouped: [Set<Int>]
  /// The columns wider than one character, and the total extra width up to and including each.
  private var wideColumns: [Int] = []
  private var growth: [Int] = []

  /// Creates a layout at most `width` wide if possible: increases the ticks per column until the layout fits, and
  /// truncates groups as a last resort.
  init(_ lines: [MarbleLine], scale: MarbleScale, width: Int) {
    let start = Int128(scale.start)
    let times = lines.flatMap { $0.marks.map { Int128($0.time) } }
    let frame = times.reduce(Int128(scale.ticksPerFrame)) { greatestCommonDivisor($0, $1 - start) }
    let span = max(times.max() ?? start, start) - min(times.min() ?? start, start)
    // Skip layouts that cannot fit, because laying out a long recording takes time.
    var ticks = frame
    for step in Self.roundNumbers {
      ticks = frame * step
      if span / ticks < width {
        let layout = Self(lines, start: start, times: times, ticksPerColumn: ticks, isCut: false)
        if layout.width <= width {
          self = layout
          return
        }
      }
      if span / ticks < width / 4 { break }
    }
    self.init(lines, start: start, times: times, ticksPerColumn: ticks, isCut: true)
  }

  private init(_ lines: [MarbleLine], start: Int128, times: [Int128], ticksPerColumn: Int128, isCut: Bool) {
    let before = max(0, start - (times.min() ?? start))
    let first = start - (before + ticksPerColumn - 1) / ticksPerColumn * ticksPerColumn
    let hasPast = first < start
    func column(of time: Int128) -> Int { Int((time - first) / ticksPerColumn) }
    self.ticksPerColumn = ticksPerColumn
    self.first = first
    self.lines = lines
    self.isCut = isCut
    columns = max(1, times.map { column(of: $0) + 1 }.max() ?? 1, hasPast ? column(of: start) + 1 : 1)
    cells = lines.map { line in
      var cells = Dictionary(grouping: line.marks) { column(of: Int128($0.time)) }
      if hasPast, line.hasOrigin {
        let origin = MarbleLine.Mark(time: TestTime(start), symbol: "^", description: "")
        cells[column(of: start), default: []].insert(origin, at: 0)
      }
      return cells
    }
    grouped = lines.map { _ in [] }
    repeat { measureColumns() } while groupSpans()
  }

  /// The width of the lines in terminal columns.
  var width: Int { offset(of: columns) }

  /// The lines, without their labels.
  var text: [String] {
    lines.indices.map { line in
      let last = end(of: line)
      return (0..<last).map { column in
        let text = cell(line, column)
        return column + 1 < last ? text.padded(to: columnWidth(column)) : text
      }.joined()
    }
  }

  /// The position in the text of the symbol at `index` among the line's symbols at `time`.
  func position(line: Int, time: TestTime, index: Int) -> Int {
    let column = Int((Int128(time) - first) / ticksPerColumn)
    let text = Array(cell(line, column))
    guard let marks = cells[line][column], text.count > 1 else { return offset(of: column) }
    let before = marks.prefix { $0.time < time || $0.symbol == "^" }.count
    let symbols = text.indices.filter { !Self.brackets.contains(text[$0]) }
    // Falls back to the last symbol if the group was truncated or lacks this symbol.
    let symbol = symbols.dropFirst(before + index).first ?? symbols.last ?? 0
    return offset(of: column) + String(text[..<symbol]).displayWidth
  }

  /// A line of ticks, written below the other lines.
  var axis: String {
    var axis = ""
    for column in stride(from: 0, to: columns, by: 10) {
      let position = offset(of: column)
      guard column == 0 || position > axis.count else { continue }
      axis = axis.padded(to: position) + "\(first + Int128(column) * ticksPerColumn)"
    }
    return axis
  }

  /// Remarks on the columns for the reader, written below the axis.
  func notes(scale: MarbleScale) -> [String] {
    let isScaled = ticksPerColumn > scale.ticksPerFrame
    let isShared = cells.contains { line in line.values.contains { Self.ticks($0).count > 1 } }
    return (isScaled ? ["one column is \(ticksPerColumn) ticks"] : [])
      + (isShared ? ["[ ] = events at different ticks that share a column"] : [])
  }

  // MARK: - Cells and columns

  private static let brackets: Set<Character> = ["(", ")", "[", "]"]

  /// The text of a cell: simultaneous events in parentheses, events at several ticks in square brackets.
  private func cell(_ line: Int, _ column: Int) -> String {
    guard let marks = cells[line][column], let symbol = marks.first?.symbol else { return "-" }
    if marks.count == 1 { return grouped[line].contains(column) ? "(\(symbol))" : String(symbol) }
    let groups = Self.ticks(marks).map { String($0.map(\.symbol)) }
    guard groups.count > 1 else { return isCut ? "(\(symbol)…)" : "(\(groups[0]))" }
    return isCut ? "[\(symbol)…]" : "[\(groups.map { $0.count > 1 ? "(\($0))" : $0 }.joined())]"
  }

  /// The marks of a cell, grouped by tick.
  private static func ticks(_ marks: [MarbleLine.Mark]) -> [ArraySlice<MarbleLine.Mark>] {
    var rest = marks[...]
    var ticks: [ArraySlice<MarbleLine.Mark>] = []
    while let time = rest.first?.time {
      let tick = rest.prefix { $0.time == time }
      ticks.append(tick)
      rest = rest.dropFirst(tick.count)
    }
    return ticks
  }

  /// The number of layout columns in a line.
  private func end(of line: Int) -> Int {
    lines[line].isOpen ? columns : (cells[line].keys.max() ?? -1) + 1
  }

  private mutating func measureColumns() {
    var widths: [Int: Int] = [:]
    for line in cells.indices {
      for column in cells[line].keys { widths[column] = max(widths[column] ?? 1, cell(line, column).displayWidth) }
    }
    wideColumns = widths.filter { $0.value > 1 }.keys.sorted()
    var sum = 0
    growth = wideColumns.map { column in
      sum += (widths[column] ?? 1) - 1
      return sum
    }
  }

  /// Adds parentheses around elements that would otherwise be parsed as the beginning of a span, such as `5` followed
  /// by `s`. Returns whether it added any, which may have made columns wider.
  private mutating func groupSpans() -> Bool {
    var hasChanged = false
    for line in lines.indices {
      let last = end(of: line)
      var start = 0
      for column in 0..<last {
        let text = cell(line, column)
        guard column + 1 == last || text.displayWidth < columnWidth(column) else { continue }
        // A word ends here, because the line does or because spaces fill the column.
        let word = (start...column).map { cell(line, $0) }.joined()
        if MarbleParser.splitSpan(Array(word)[...]) != nil {
          grouped[line].insert(start)
          hasChanged = true
        }
        start = column + 1
      }
    }
    return hasChanged
  }

  private func columnWidth(_ column: Int) -> Int { offset(of: column + 1) - offset(of: column) }

  /// The position of a column in the text.
  private func offset(of column: Int) -> Int {
    // Binary search for the last wide column before this one.
    var low = 0
    var high = wideColumns.count
    while low < high {
      let middle = (low + high) / 2
      if wideColumns[middle] < column { low = middle + 1 } else { high = middle }
    }
    return column + (low == 0 ? 0 : growth[low - 1])
  }

  /// 1, 2, 5, 10, 20, 50 and so on, up to the longest span.
  private static let roundNumbers: [Int128] = (0..<20).flatMap { power in
    let ten = (0..<power).reduce(1 as Int128) { result, _ in result * 10 }
    return [ten, 2 * ten, 5 * ten]
  }
}
