import Baton
import DeliveryCore
import Glibc
import Schedule

guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
  print(Arguments.usage)
  exit(2)
}
baton_make_hashing_repeatable(CommandLine.unsafeArgv)
baton_stay_on_one_processor()
Exploration.printLines()
Exploration.prepare()

let selected = scenarios.filter(arguments.selects)
if selected.isEmpty { print("No scenario is called \(arguments.filter).") }
var failures = selected.isEmpty ? 1 : 0
var sum = Exploration.Report()
// A clock would end delivery turns at random points.
Turn.withoutTime {
  for scenario in selected {
    if let code = arguments.replayed {
      print(arguments.exploration.replay(scenario, code))
      continue
    }
    let report = arguments.exploration.explore(scenario)
    let notes = (report.isComplete ? "" : ", not all") + (report.failure == nil ? "" : ", FAILED")
    print(
      "\(scenario.clause): \(scenario.name): \(report.schedules) schedules, \(report.pruned) of them pruned, and "
        + "\(report.random) random ones; up to \(report.mostSteps) steps; \(report.nanoseconds / 1_000_000) ms\(notes)")
    if let text = report.failure ?? report.shown { print("\n\(text)") }
    if report.failure != nil { failures += 1 }
    sum.schedules += report.schedules
    sum.random += report.random
    sum.nanoseconds += report.nanoseconds
  }
}
if arguments.replayed == nil {
  print(
    "\(selected.count) scenarios, \(sum.schedules) schedules with at most \(arguments.exploration.preemptions) preemptions, "
      + "\(sum.random) random ones, \(sum.nanoseconds / 1_000_000) ms, \(failures) failed")
}
exit(failures == 0 ? 0 : 1)
