import Schedule

/// The parsed command-line arguments.
struct Arguments {
  var exploration = Exploration()
  var filter = ""
  var replayed: String?

  static let usage = """
    usage: Explorer [--scenario TEXT] [--preemptions N] [--random N] [--seed N] [--most N] [--no-pruning]
                    [--show NUMBER | --replay "SCHEDULE"]

      --scenario TEXT       only scenarios whose names or clauses contain the text
      --preemptions N       the maximum number of preemptions per schedule; 2 by default
      --random N            the number of random schedules tried afterwards, with any number of
                            preemptions; 1000 by default
      --seed N              the seed of the random schedules
      --most N              the maximum number of schedules; a million by default
      --no-pruning          explores on from states already reached
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
