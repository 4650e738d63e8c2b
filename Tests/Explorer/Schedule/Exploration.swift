internal import Baton

/// Which schedules of a scenario to try, and how many.
public struct Exploration: Sendable {
  public var preemptions = 2
  public var randomSchedules = 1_000
  public var seed: UInt64 = 1
  public var prunes = true
  /// The maximum number of schedules to try.
  public var mostSchedules = 1_000_000
  /// The number of a schedule to print.
  public var shown: Int?

  public init() {}

  public struct Report {
    public var schedules = 0
    public var pruned = 0
    public var random = 0
    public var mostSteps = 0
    public var isComplete = true
    public var nanoseconds: UInt64 = 0
    /// The steps of the first schedule that failed, and why.
    public var failure: String?
    /// The steps of the requested schedule.
    public var shown: String?

    public init() {}
  }

  private static nonisolated(unsafe) var position = ""

  /// Makes sure that a crash reports the running schedule.
  public static func prepare() {
    Lifetime.watch()
    baton_on_crash { Self.printPosition("The program stopped") }
  }

  private static func printPosition(_ what: String) {
    let switches = Execution.current.map { code($0.switches) } ?? ""
    print("\(what) in: \(position), schedule [\(switches)]")
    Source.flush()
  }

  /// Prints each line as soon as it is complete.
  public static func printLines() { Source.printLines() }

  /// Tries all schedules within the limits, then random ones, until one fails.
  public func explore(_ scenario: Scenario) -> Report {
    var report = Report()
    let start = Source.now()
    Self.position = scenario.name

    // A first run, which is not counted, creates one-time objects, so that they exist in all counted schedules.
    _ = run(scenario, number: -1, Repetition([]))

    let search = DepthFirst(preemptionLimit: preemptions, prunes: prunes)
    repeat {
      report.schedules += 1
      let execution = run(scenario, number: report.schedules, search)
      report.mostSteps = max(report.mostSteps, execution.steps)
      if execution.failure != nil { report.failure = describe(scenario, execution) }
      if report.schedules == shown { report.shown = describe(scenario, execution) }
      if report.failure != nil || report.shown != nil { break }
      if report.schedules == mostSchedules {
        report.isComplete = false
        break
      }
    } while search.advance()
    report.pruned = search.prunedCount

    while report.failure == nil, report.shown == nil, report.random < randomSchedules {
      report.random += 1
      let picker = RandomPicker(seed: seed, number: report.random)
      let execution = run(scenario, number: report.schedules + report.random, picker)
      if execution.failure != nil { report.failure = describe(scenario, execution) }
    }
    report.nanoseconds = Source.now() - start
    return report
  }

  /// Repeats a schedule and describes it.
  public func replay(_ scenario: Scenario, _ code: String) -> String {
    _ = run(scenario, number: -1, Repetition([]))
    let switches = code.split(separator: " ").compactMap { part -> Switch? in
      let numbers = part.split(separator: ":").compactMap { Int($0) }
      return numbers.count == 2 ? Switch(pick: numbers[0], thread: numbers[1]) : nil
    }
    return describe(scenario, run(scenario, number: 0, Repetition(switches)))
  }

  private func run(_ scenario: Scenario, number: Int, _ picker: any Picker, isTraced: Bool = false) -> Execution {
    baton_watch(30) { Self.printPosition("Nothing happens") }
    let execution = Execution(number: number, picker: picker, isTraced: isTraced)
    let run = Run(execution)
    scenario.body(run)
    execution.run()
    // Do not check an abandoned schedule, whose threads are in the middle of their work.
    if execution.failure == nil || execution.isFinished {
      run.check()
      // The first run creates one-time objects.
      if number >= 0 { execution.checkLeaks() }
    }
    execution.end()
    return execution
  }

  private static func code(_ switches: [Switch]) -> String {
    switches.map { "\($0.pick):\($0.thread)" }.joined(separator: " ")
  }

  /// Runs the schedule once more and lists its steps.
  private func describe(_ scenario: Scenario, _ failed: Execution) -> String {
    let execution = run(scenario, number: failed.number, Repetition(failed.switches), isTraced: true)
    var text = "\(scenario.clause): \(scenario.name)\n"
    text += "schedule \(failed.number), with \(failed.preemptions) preemptions: [\(Self.code(failed.switches))]\n"
    text += "\(failed.failure ?? "nothing failed")\n"
    if execution.failure != failed.failure { text += "When repeated: \(execution.failure ?? "nothing failed")\n" }
    let width = execution.trace.map(\.thread.count).max() ?? 0
    var last = ""
    let omitted = max(0, execution.trace.count - 400)
    if omitted > 0 { text += "(without the first \(omitted) steps)\n" }
    for (number, line) in execution.trace.enumerated().dropFirst(omitted) {
      let operation = line.operation
      if line.thread != last { text += "\n" }
      last = line.thread
      let place = Source.place(operation.file, operation.line)
      text += "\(pad("\(number + 1)", to: 4, left: true))  \(pad(line.thread, to: width))  "
      text += "\(pad(place, to: 30))  \(operation.name)"
      if !line.result.isEmpty { text += ": \(line.result)" }
      if let code = Source.text(operation.file, operation.line) { text += "    | \(code)" }
      text += "\n"
    }
    return text
  }

  private func pad(_ text: String, to width: Int, left: Bool = false) -> String {
    let gap = String(repeating: " ", count: max(0, width - text.count))
    return left ? gap + text : text + gap
  }
}
