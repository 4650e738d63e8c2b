/// The position of a cell, counted from 0 at the upper left.
public struct Position: Equatable, Sendable {
  /// The column, from the left.
  public var column: Int
  /// The row, from the top.
  public var row: Int

  /// Creates a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
