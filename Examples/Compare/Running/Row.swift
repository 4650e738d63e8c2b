/// What a row of the table says of one approach.
enum Cell: Sendable, Equatable {
  case number(Int)
  case decimal(Double)
  case text(String)
  /// There is nothing to say, or it could not be found out.
  case none
}

/// A question, and the answer of each approach.
struct Row: Sendable {
  /// What `--explain` calls it.
  let name: String
  let title: String
  let cells: [Cell]

  init(_ name: String, _ title: String, _ cells: [Cell]) {
    self.name = name
    self.title = title
    self.cells = cells
  }
}
