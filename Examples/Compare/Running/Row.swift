/// A cell of the table: one style's answer.
enum Cell: Sendable, Equatable {
  case number(Int)
  case decimal(Double)
  case text(String)
}

/// A question, and each style's answer.
struct Row: Sendable, Equatable {
  /// The name for `--explain`.
  let name: String
  let title: String
  var cells: [Cell]

  init(_ name: String, _ title: String, _ cells: [Cell]) {
    self.name = name
    self.title = title
    self.cells = cells
  }
}
