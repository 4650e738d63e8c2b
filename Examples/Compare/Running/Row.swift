/// A cell of the table: the answer of one approach.
enum Cell: Sendable, Equatable {
  case number(Int)
  case decimal(Double)
  case text(String)
  /// The question does not apply, or the answer is not known.
  case none
}

/// A question, and the answer of each approach.
struct Row: Sendable {
  /// The name for `--explain`.
  let name: String
  let title: String
  let cells: [Cell]

  init(_ name: String, _ title: String, _ cells: [Cell]) {
    self.name = name
    self.title = title
    self.cells = cells
  }
}
