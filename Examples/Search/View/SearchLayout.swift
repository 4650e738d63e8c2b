import TerminalControls

/// The layout of the controls for a given window size.
struct SearchLayout: Equatable {
  private(set) var field = Rectangle()
  private(set) var options = Rectangle()
  private(set) var bar = Rectangle()
  private(set) var list = Rectangle()
  private(set) var preview = Rectangle()
  private(set) var status = Rectangle()

  /// The width of the longest options text.
  private static let optionColumns = 13
  /// The minimum width for a preview beside the list, and the minimum height for one below it.
  private static let wide = 120
  private static let high = 16

  init(_ size: Size) {
    let hasOptions = size.columns >= 3 * Self.optionColumns
    let fieldColumns = hasOptions ? size.columns - Self.optionColumns - 1 : size.columns
    field = Rectangle(columns: fieldColumns, rows: 1)
    if hasOptions {
      options = Rectangle(column: fieldColumns + 1, columns: Self.optionColumns, rows: 1)
    }
    bar = Rectangle(row: 1, columns: size.columns, rows: 1)
    status = Rectangle(row: size.rows - 1, columns: size.columns, rows: 1)
    let rows = max(0, size.rows - 3)
    list = Rectangle(row: 2, columns: size.columns, rows: rows)
    if size.columns >= Self.wide {
      list.columns = size.columns / 2 - 1
      preview = Rectangle(column: list.columns + 2, row: 2, columns: size.columns - list.columns - 2, rows: rows)
    } else if size.rows >= Self.high {
      list.rows = rows - rows * 2 / 5 - 1
      preview = Rectangle(row: 2 + list.rows + 1, columns: size.columns, rows: rows - list.rows - 1)
    }
  }
}
