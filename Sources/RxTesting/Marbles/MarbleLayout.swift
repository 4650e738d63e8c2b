/// Where the signs of several lines stand if they are written below one another on one axis of time.
///
/// Each column of the layout stands for the same span of time; it is as wide as the widest group in it, and lines with
/// less in it are filled with spaces, which mean nothing in a marble diagram.
struct MarbleLayout {
  /// How many ticks a column stands for.
  let ticksPerColumn: Int
  /// The tick of the first column.
  let first: TestTime
  /// How many columns there are.
  let columns: Int

  private let lines: [MarbleLine]
  private let cells: [[Int: [MarbleLine.Mark]]]
  private let isCut: Bool
  private var offsets: [Int: Int] = [:]  // What the columns before a wide one, and that one, add to the text.
  private var wideColumns: [Int] = []
  private let start: TestTime

  /// A layout not wider than `width`, if that is given: columns stand for more ticks until it fits.
  init(_ lines: [MarbleLine], scale: MarbleScale, width: Int?) {
    let times = lines.flatMap { $0.marks.map(\.time) }
    let frame = times.reduce(scale.ticksPerFrame) { greatestCommonDivisor($0, $1 - scale.start) }
    guard let width else {
      self.init(lines, start: scale.start, times: times, ticksPerColumn: frame, isCut: false)
      return
    }
    let span = max(times.max() ?? scale.start, scale.start) - min(times.min() ?? scale.start, scale.start)
    // What cannot fit is not tried: a recording may be long.
    var ticks = frame
    for step in Self.roundNumbers {
      let (candidate, isTooLong) = frame.multipliedReportingOverflow(by: step)
      if isTooLong { break }
      ticks = candidate
      if span / ticks < width {
        let layout = Self(lines, start: scale.start, times: times, ticksPerColumn: ticks, isCut: false)
        if layout.width <= width {
          self = layout
          return
        }
      }
      if span / ticks < width / 4 { break }
    }
    self.init(lines, start: scale.start, times: times, ticksPerColumn: ticks, isCut: true)
  }

  private init(_ lines: [MarbleLine], start: TestTime, times: [TestTime], ticksPerColumn: Int, isCut: Bool) {
    let before = max(0, start - (times.min() ?? start))
    let first = start - (before + ticksPerColumn - 1) / ticksPerColumn * ticksPerColumn
    let hasPast = first < start
    self.start = start
    self.ticksPerColumn = ticksPerColumn
    self.first = first
    self.lines = lines
    self.isCut = isCut
    self.columns = max(
      1, times.map { ($0 - first) / ticksPerColumn + 1 }.max() ?? 1, hasPast ? (start - first) / ticksPerColumn + 1 : 1)
    cells = lines.map { line in
      var cells = Dictionary(grouping: line.marks) { ($0.time - first) / ticksPerColumn }
      if hasPast, line.hasOrigin {
        let origin = MarbleLine.Mark(time: start, sign: "^", description: "")
        cells[(start - first) / ticksPerColumn, default: []].insert(origin, at: 0)
      }
      return cells
    }
    var widths: [Int: Int] = [:]
    for cells in cells {
      for (column, marks) in cells where marks.count > 1 {
        widths[column] = max(widths[column] ?? 1, Self.cell(marks, isCut: isCut).count)
      }
    }
    wideColumns = widths.keys.sorted()
    var extra = 0
    for column in wideColumns {
      extra += (widths[column] ?? 1) - 1
      offsets[column] = extra
    }
  }

  /// How many characters the lines have.
  var width: Int { offset(of: columns) }

  /// The lines, without their labels.
  var text: [String] {
    zip(lines, cells).map { line, cells in
      let last = line.goesOn ? columns : (cells.keys.max() ?? -1) + 1
      var text = ""
      for column in 0..<max(last, 0) {
        let cell = cells[column].map { Self.cell($0, isCut: isCut) } ?? "-"
        text += cell
        let missing = column + 1 < last ? offset(of: column + 1) - offset(of: column) - cell.count : 0
        text += String(repeating: " ", count: missing)
      }
      return text
    }
  }

  /// Where the sign stands that is the `index`th of those of its time on a line.
  func position(line: Int, time: TestTime, index: Int) -> Int {
    let column = (time - first) / ticksPerColumn
    guard let marks = cells[line][column], marks.count > 1 else { return offset(of: column) }
    let before = marks.prefix { $0.time < time || $0.sign == "^" }.count
    let last = Self.cell(marks, isCut: isCut).count - 2
    return offset(of: column) + min(before + index + 1, last)
  }

  /// A line of ticks, to be written below the others.
  var axis: String {
    var axis = ""
    for column in stride(from: 0, to: columns, by: 10) {
      let position = offset(of: column)
      guard column == 0 || position > axis.count else { continue }
      axis += String(repeating: " ", count: position - axis.count) + "\(first + column * ticksPerColumn)"
    }
    return axis
  }

  /// Where a column begins in the text.
  private func offset(of column: Int) -> Int {
    // The last wide column before this one.
    var low = 0
    var high = wideColumns.count
    while low < high {
      let middle = (low + high) / 2
      if wideColumns[middle] < column { low = middle + 1 } else { high = middle }
    }
    return column + (low == 0 ? 0 : offsets[wideColumns[low - 1]] ?? 0)
  }

  private static func cell(_ marks: [MarbleLine.Mark], isCut: Bool) -> String {
    if marks.count == 1 { return String(marks[0].sign) }
    return isCut ? "(\(marks[0].sign)…)" : "(\(String(marks.map(\.sign))))"
  }

  /// 1, 2, 5, 10, 20, 50 and so on.
  private static let roundNumbers: [Int] = (0..<18).flatMap { power in
    let ten = (0..<power).reduce(1) { result, _ in result * 10 }
    return [ten, 2 * ten, 5 * ten]
  }
}

func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
  var (left, right) = (abs(left), abs(right))
  while right != 0 { (left, right) = (right, left % right) }
  return left
}

extension Int {
  /// The quotient, rounded towards earlier times also before zero.
  func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
