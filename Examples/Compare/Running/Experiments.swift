/// Small experiments, each on a new counter and view of every style.
@MainActor enum Experiments {
  static func run() async -> [Row] {
    [
      await row("burst", "values seen of 1,000", of: 1_000, { $0.makeView($1) }, step: { $0.step($1) }),
      await row("slow", "of 100, when busy", of: 100, { $0.makeView($1) }, step: { $0.stepWhileBusy($1) }),
      await row("latest", "of 100, with .latest", of: 100, { $0.makeLatest($1) }, step: { $0.stepWhileBusy($1) }),
      Row("owner", "its view must keep", ["nothing", "a bag", "nothing", "a task"].map(Cell.text)),
    ]
  }

  /// How many counts each style's view receives, from the one after 0 to the last.
  private static func row(
    _ name: String, _ title: String, of last: Int,
    _ makeView: (StyledCounter, @escaping StyledCounter.Show) -> any AnyObject, step: (StyledCounter, Int) -> Void
  ) async -> Row {
    var row = Row(name, title, [])
    for counter in StyledCounter.all() {
      let counts = Log<Int>()
      let view = makeView(counter) { counts.append($0) }
      while counts.all.last != 0 { await Task.yield() }
      step(counter, last)
      while counts.all.last != last { await Task.yield() }
      row.cells.append(.number(counts.all.count { $0 > 0 }))
      withExtendedLifetime(view) {}
    }
    return row
  }
}
