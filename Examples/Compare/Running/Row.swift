/// A cell of the table: one style's answer.
enum Cell: Sendable, Equatable {
  case number(Int)
  case text(String)
}

/// A question, and each style's answer.
struct Row: Sendable {
  /// An answer that all styles should give.
  struct Expectation: Sendable {
    let cell: Cell
    /// Completes the sentence "All four …" if the expectation is met.
    let predicate: String
  }

  /// The name for `--explain`.
  let name: String
  let title: String
  var cells: [Cell]
  var expectation: Expectation?

  init(_ name: String, _ title: String, _ cells: [Cell], expectation: Expectation? = nil) {
    self.name = name
    self.title = title
    self.cells = cells
    self.expectation = expectation
  }

  /// The predicate, if all styles gave the expected answer.
  var agreement: String? {
    guard let expectation, cells.allSatisfy({ $0 == expectation.cell }) else { return nil }
    return expectation.predicate
  }
}
