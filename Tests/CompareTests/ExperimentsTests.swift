import Testing

@testable import Compare

@Suite("The experiments of Compare")
struct ExperimentsTests {
  private static func cells(_ texts: String...) -> [Cell] { texts.map(Cell.text) }

  private static func cells(_ numbers: Int...) -> [Cell] { numbers.map(Cell.number) }

  private static let results: [(row: String, cells: [Cell])] = [
    ("burst", cells(1_000, 1_000, 1_000, 1)),
    ("timing", cells("in the set", "in the set", "in the set", "after it")),
    ("thread", cells("setter's", "setter's", "setter's", "main queue")),
    ("order", cells("as set", "as observed", "as set", "varies")),
    ("nested", cells("both values", "both values", "both values", "the last")),
    ("setters", cells("1st thread", "1st thread", "1st thread", "main queue")),
    ("slow", cells(100, 100, 100, 1)),
    ("latest", [.number(1), .text("none"), .number(1), .text("none")]),
    ("owner", cells(0, 1, 0, 0)),
    ("end", cells("no sign", "completes", "no sign", "no sign")),
  ]

  @Test("find the expected differences, in every run", arguments: 0..<5)
  func results(run: Int) async {
    let rows = await Experiments.run()
    #expect(rows.map(\.name) == Self.results.map(\.row))
    for (row, expected) in zip(rows, Self.results) { #expect(row.cells == expected.cells, "\(row.name)") }
  }

  @Test("find that a search shows the answer to the last query only, and whether an overtaken lookup is cancelled")
  func searches() async {
    let results = await SearchExperiment.run()
    #expect(results.map(\.shown) == Array(repeating: [[], ["win"]], count: 4))
    #expect(results.map(\.lookups) == [2, 2, 2, 2])
    #expect(results.map(\.answers) == [2, 1, 1, 1])
  }
}
