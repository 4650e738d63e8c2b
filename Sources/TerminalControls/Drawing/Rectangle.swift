/// A rectangle of cells. Columns and rows are counted from 0 at the upper left.
public struct Rectangle: Equatable, Sendable {
  /// The leftmost column.
  public var column: Int
  /// The top row.
  public var row: Int
  /// The width in columns.
  public var columns: Int
  /// The height in rows.
  public var rows: Int

  /// Creates a rectangle. Negative sizes become zero.
  public init(column: Int = 0, row: Int = 0, columns: Int = 0, rows: Int = 0) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The width and height.
  public var size: Size { Size(columns: columns, rows: rows) }

  /// The overlap with `other`; empty if there is none.
  func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rectangle(
      column: left, row: top, columns: min(column + columns, other.column + other.columns) - left,
      rows: min(row + rows, other.row + other.rows) - top)
  }
}
