import Schedule

/// The arguments of the program.
struct Arguments {
  var exploration = Exploration()
  var filter = ""
  var replayed: String?

  static let usage = """
    usage: Explorer [--scenario TEXT] [--preemptions N] [--random N] [--seed N] [--most N] [--no-pruning]
                    [--show NUMBER | --replay "SCHEDULE"]

      --scenario TEXT       the scenarios whose names or clauses contain the text; all by default
      --preemptions N       how often a thread that could go on is stopped, at most; 2 by default
      --random N            how many random schedules follow, with any number of preemptions; 1000 by default
      --seed N              the seed of these
      --most N              how many schedules are tried, at most; a million by default
      --no-pruning          goes on from states that were reached before
      --show NUMBER         prints the schedule of that number, step by step
      --replay "SCHEDULE"   prints the schedule that a failure named, as in "12:1 30:0"
    """

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      if name == "--no-pruning" {
        exploration.prunes = false
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      let number = Int(value)
      switch (name, number) {
      case ("--scenario", _): filter = value
      case ("--replay", _): replayed = value
      case ("--preemptions", let number?): exploration.preemptions = number
      case ("--random", let number?): exploration.randomSchedules = number
      case ("--most", let number?): exploration.mostSchedules = number
      case ("--show", let number?): exploration.shown = number
      case ("--seed", let number?): exploration.seed = UInt64(number)
      default: return nil
      }
    }
  }

  func selects(_ scenario: Scenario) -> Bool {
    filter.isEmpty || scenario.clause == filter || scenario.name.contains(filter)
  }
}
