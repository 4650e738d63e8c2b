import Testing

@testable import Compare

@Suite("The experiments of Compare")
struct ExperimentsTests {
  private static func cells(_ texts: String...) -> [Cell] { texts.map(Cell.text) }

  private static func cells(_ numbers: Int...) -> [Cell] { numbers.map(Cell.number) }

  private static let results: [(row: String, cells: [Cell])] = [
    ("burst", cells(1_000, 1_000, 1_000, 1)),
    ("slow", cells(100, 100, 100, 1)),
    ("latest", cells(1, 100, 1, 1)),
    ("owner", cells("nothing", "a bag", "nothing", "a task")),
  ]

  @Test("find the expected differences, in every run", arguments: 0..<5)
  func results(run: Int) async {
    let rows = await Experiments.run()
    #expect(rows.map(\.name) == Self.results.map(\.row))
    for (row, expected) in zip(rows, Self.results) { #expect(row.cells == expected.cells, "\(row.name)") }
  }

  @MainActor
  @Test("use counters that keep no view alive")
  func views() {
    for counter in StyledCounter.all() {
      weak let view = counter.makeView { _ in }
      #expect(view == nil)
    }
  }

  @Test("find what a search shows, when a stale lookup is cancelled, and how the search ends")
  func searches() async {
    let results = await SearchExperiment.run()
    #expect(results.map(\.shown) == Array(repeating: [[], ["win"], ["wind"]], count: 4))
    #expect(results.map(\.cancellation) == [600, 900, 900, 600])
    #expect(results.map(\.lastLookup) == [2_300, 2_100, 2_100, 2_300])
    #expect(results.map(\.sign) == ["delivered()", "onCompleted", "delivered()", "unknown"])
  }
}
