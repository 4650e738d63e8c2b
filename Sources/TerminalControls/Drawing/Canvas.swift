/// The cells to draw on: those of the screen, or of a control's part of the screen.
///
///     canvas.draw("main.swift", at: 2, row: 0, columns: 20, style: .bold)
///
/// The upper left cell is column 0, row 0. Drawing outside the canvas has no effect. A wide character cut in half
/// becomes a blank. Text is passed through ``visible(_:)``.
public struct Canvas: Sendable {
  private let grid: Size
  private var cells: [Cell]
  /// The part of the grid to draw on, which may extend beyond the grid.
  private var area: Rectangle
  /// The part of the area that may change.
  private var visibleArea: Rectangle

  /// Creates a blank canvas.
  public init(size: Size) {
    area = Rectangle(columns: size.columns, rows: size.rows)
    visibleArea = area
    grid = area.size
    cells = Array(repeating: .blank, count: grid.columns * grid.rows)
  }

  /// The number of columns and rows of the drawing area.
  public var size: Size { area.size }

  /// The text of each row, without trailing blanks.
  public var lines: [String] {
    (0..<grid.rows).map { row in
      let text = (0..<grid.columns).compactMap { self[$0, row].character }
      return String(text[..<(text.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
    }
  }

  /// The cell at a column and row of the grid.
  subscript(column: Int, row: Int) -> Cell {
    get { cells[row * grid.columns + column] }
    set { cells[row * grid.columns + column] = newValue }
  }

  /// The number of columns and rows of the grid.
  var gridSize: Size { grid }

  // MARK: Drawing

  /// Calls `body` to draw on a part of the canvas, whose upper left cell becomes column 0, row 0.
  public mutating func draw(in part: Rectangle, _ body: (inout Canvas) throws -> Void) rethrows {
    let former = (area, visibleArea)
    defer { (area, visibleArea) = former }
    area = part
    area.column += former.0.column
    area.row += former.0.row
    visibleArea = area.intersection(former.1)
    try body(&self)
  }

  /// Draws text and returns the column after it.
  ///
  /// - Parameters:
  ///   - text: the text of one line.
  ///   - column: where the text begins; if negative, the beginning is cut off.
  ///   - row: the row.
  ///   - columns: the maximum width; by default, up to the edge of the canvas.
  ///   - style: the style of the text.
  @discardableResult
  public mutating func draw(
    _ text: String, at column: Int, row: Int, columns: Int? = nil, style: TextStyle = .plain
  ) -> Int {
    let end = column + min(columns ?? .max, size.columns - column)
    var next = column
    for drawn in DrawnText(text, columns: end - column) where next < end {
      let isWhole = next + drawn.columns <= end
      place(isWhole ? drawn.character : " ", columns: isWhole ? drawn.columns : 1, style: style, at: next, row: row)
      next += drawn.columns
    }
    return min(next, end)
  }

  /// Draws styled text and returns the column after it.
  ///
  /// - Parameters:
  ///   - text: the text of one line.
  ///   - column: where the text begins; if negative, the beginning is cut off.
  ///   - row: the row.
  ///   - columns: the maximum width; by default, up to the edge of the canvas.
  @discardableResult
  public mutating func draw(_ text: StyledText, at column: Int, row: Int, columns: Int? = nil) -> Int {
    let end = column + min(columns ?? .max, size.columns - column)
    return text.runs.reduce(column) { next, run in
      draw(run.text, at: next, row: row, columns: end - next, style: run.style)
    }
  }

  /// Fills a part of the canvas with blanks.
  public mutating func fill(_ part: Rectangle, style: TextStyle = .plain) {
    let part = part.intersection(Rectangle(columns: size.columns, rows: size.rows))
    for row in part.row..<part.row + part.rows {
      for column in part.column..<part.column + part.columns {
        place(" ", columns: 1, style: style, at: column, row: row)
      }
    }
  }

  // MARK: - Cells

  /// Writes a character to `columns` cells, where they are visible.
  private mutating func place(_ character: Character, columns: Int, style: TextStyle, at column: Int, row: Int) {
    let wanted = Rectangle(column: area.column + column, row: area.row + row, columns: columns, rows: 1)
    let seen = wanted.intersection(visibleArea)
    if seen.rows == 0 { return }
    let isWhole = seen.columns == columns
    let row = seen.row
    let columns = seen.column..<seen.column + seen.columns
    for column in columns {
      makeHalvesBlank(around: column, row: row)
      self[column, row] = Cell(character: isWhole ? character : " ", style: style)
    }
    for column in columns.dropFirst() where isWhole { self[column, row].character = nil }
  }

  /// Replaces the other half of an overwritten wide character with a blank.
  private mutating func makeHalvesBlank(around column: Int, row: Int) {
    if self[column, row].character == nil { self[column - 1, row].character = " " }
    if column + 1 < grid.columns, self[column + 1, row].character == nil { self[column + 1, row].character = " " }
  }
}
