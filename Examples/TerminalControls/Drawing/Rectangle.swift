/// A part of the screen, or of a control. Columns and rows are counted from 0 at the upper left.
public struct Rectangle: Equatable, Sendable {
  /// Its left column.
  public var column: Int
  /// Its upper row.
  public var row: Int
  /// How many columns it takes.
  public var columns: Int
  /// How many rows it takes.
  public var rows: Int

  /// Makes a rectangle. One with a negative size is empty.
  public init(column: Int = 0, row: Int = 0, columns: Int = 0, rows: Int = 0) {
    self.column = column
    self.row = row
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// How many columns and rows it takes.
  public var size: Size { Size(columns: columns, rows: rows) }

  /// What it has in common with `other`; empty if that is nothing.
  func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rectangle(
      column: left, row: top, columns: min(column + columns, other.column + other.columns) - left,
      rows: min(row + rows, other.row + other.rows) - top)
  }
}
