/// How many columns and rows something takes.
public struct Size: Equatable, Sendable {
  /// The columns.
  public var columns: Int
  /// The rows.
  public var rows: Int

  /// Makes a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
