/// A cell, counted from 0 at the upper left.
public struct Position: Equatable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
