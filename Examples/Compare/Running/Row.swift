/// A cell of the table: one approach's answer.
enum Cell: Sendable, Equatable {
  case number(Int)
  case decimal(Double)
  case text(String)
  /// The question does not apply, or the answer is not known.
  case none
}

/// A question, and each approach's answer.
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
