/// Cells to draw on: those of the screen, or of the part of it that belongs to a control.
///
///     canvas.draw("main.swift", at: 2, row: 0, columns: 20, style: .bold)
///
/// The upper left cell is in column 0 of row 0. What lies outside of the canvas is left out. A wide character of which only half
/// would be seen becomes a blank. Text is made ``visible(_:)``.
public struct Canvas: Sendable {
  private let grid: Size
  private var cells: [Cell]
  /// The part of the grid to draw on. It may reach beyond the grid.
  private var area: Rectangle
  /// What of the area may change.
  private var visibleArea: Rectangle

  /// Makes a blank canvas.
  public init(size: Size) {
    area = Rectangle(columns: size.columns, rows: size.rows)
    visibleArea = area
    grid = area.size
    cells = Array(repeating: .blank, count: grid.columns * grid.rows)
  }

  /// How many columns and rows there are to draw on.
  public var size: Size { area.size }

  /// The text of each row, without blanks at its end.
  public var lines: [String] {
    (0..<grid.rows).map { row in
      let text = (0..<grid.columns).compactMap { self[$0, row].character }
      return String(text[..<(text.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
    }
  }

  /// The cell in a column and row of the grid.
  subscript(column: Int, row: Int) -> Cell {
    get { cells[row * grid.columns + column] }
    set { cells[row * grid.columns + column] = newValue }
  }

  /// How many columns and rows the grid has.
  var gridSize: Size { grid }

  // MARK: Drawing

  /// Has `body` draw on a part of the canvas: column 0 of row 0 is that part's upper left cell.
  public mutating func draw(in part: Rectangle, _ body: (inout Canvas) throws -> Void) rethrows {
    let former = (area, visibleArea)
    defer { (area, visibleArea) = former }
    area = part
    area.column += former.0.column
    area.row += former.0.row
    visibleArea = area.intersection(former.1)
    try body(&self)
  }

  /// Draws text, and returns the column after it.
  ///
  /// - Parameters:
  ///   - text: the text, on one line.
  ///   - column: where it begins. It may be negative: then the beginning is left out.
  ///   - row: the row.
  ///   - columns: how many columns it may take; as many as there are, if not given.
  ///   - style: how it looks.
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

  /// Draws text in its styles, and returns the column after it.
  ///
  /// - Parameters:
  ///   - text: the text, on one line.
  ///   - column: where it begins. It may be negative: then the beginning is left out.
  ///   - row: the row.
  ///   - columns: how many columns it may take; as many as there are, if not given.
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

  /// Puts a character where it can be seen, on `columns` cells.
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

  /// Leaves no half of a wide character beside a cell that is overwritten.
  private mutating func makeHalvesBlank(around column: Int, row: Int) {
    if self[column, row].character == nil { self[column - 1, row].character = " " }
    if column + 1 < grid.columns, self[column + 1, row].character == nil { self[column + 1, row].character = " " }
  }
}
