/// One task, done by several contenders.
struct Workload {
  let name: String
  /// How many operations a round has.
  let operations: Int
  let unit: Unit
  let contenders: [Contender]
  /// What `ours` may cost.
  let bars: [Bar]

  /// What the figures of a workload count, for each operation.
  enum Unit: String {
    case nanoseconds = "ns"
    case bytes = "B"
  }

  init(
    _ name: String, operations: Int, unit: Unit = .nanoseconds, bars: [Bar], _ contenders: [Contender]
  ) {
    self.name = name
    self.operations = operations
    self.unit = unit
    self.bars = bars
    self.contenders = contenders
  }
}

/// One way to do a workload's task.
struct Contender {
  let name: String
  /// How many times fewer operations it gets in a round, so that a slow one does not take minutes.
  let handicap: Int
  /// Whether the task is another workload's, done here because a bar compares with it.
  private(set) var isBorrowed = false
  /// Sets the task up, once, and answers with what does a round of so many operations and says what they cost
  /// together.
  let prepare: () -> (_ operations: Int) -> Double

  /// A contender that is measured by the clock, in nanoseconds. What `prepare` makes stays until all rounds are done.
  init(_ name: String, handicap: Int = 1, prepare: @escaping () -> (_ operations: Int) -> Void) {
    self.init(measured: name, handicap: handicap) {
      let body = prepare()
      let clock = ContinuousClock()
      return { operations in clock.measure { body(operations) }.nanoseconds }
    }
  }

  /// A contender that says itself what a round cost.
  init(measured name: String, handicap: Int = 1, prepare: @escaping () -> (_ operations: Int) -> Double) {
    self.name = name
    self.handicap = handicap
    self.prepare = prepare
  }
}

extension Contender {
  /// The contender as one that a bar of another workload compares with.
  var borrowed: Contender {
    var contender = self
    contender.isBorrowed = true
    return contender
  }
}

/// The most that a contender's median may be: so many times that of another one, or so much in itself.
struct Bar {
  let contender: String
  let limit: Double
  /// The contender that it is compared with; `nil` for a limit in the workload's own unit.
  let reference: String?

  static func atMost(_ limit: Double, of reference: String?, for contender: String = "ours") -> Bar {
    Bar(contender: contender, limit: limit, reference: reference)
  }
}

/// What the rounds of one contender cost, for each operation.
struct Figures {
  let contender: Contender
  let median: Double
  let minimum: Double

  init(contender: Contender, costs: [Double]) {
    let sorted = costs.sorted()
    self.contender = contender
    median = sorted[sorted.count / 2]
    minimum = sorted[0]
  }
}

struct WorkloadResult {
  let workload: Workload
  let figures: [Figures]

  func median(of contender: String) -> Double? {
    figures.first { $0.contender.name == contender }?.median
  }
}

extension Workload {
  private static let rounds = 11

  /// Lets the contenders take turns. An odd number of rounds, so that the median is one of them.
  func run(isQuick: Bool) -> WorkloadResult {
    let prepared = contenders.map { contender in
      let count = max(1, operations / contender.handicap / (isQuick ? 1000 : 1))
      let round = contender.prepare()
      return { round(count) / Double(count) }
    }
    var costs = [[Double]](repeating: [], count: prepared.count)
    let rounds = isQuick ? 1 : Self.rounds
    for round in -1..<rounds {
      for turn in prepared.indices {
        let contender = (turn + round + 1) % prepared.count
        let cost = prepared[contender]()
        if round >= 0 { costs[contender].append(cost) }
      }
    }
    let figures = zip(contenders, costs).map { Figures(contender: $0, costs: $1) }
    return WorkloadResult(workload: self, figures: figures)
  }
}

extension Duration {
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// What every observer of every contender adds to: the cheapest work that cannot be left out.
final class Sum: @unchecked Sendable {
  // Not guarded: one thread at a time sends, and a round ends before the next begins.
  var value = 0
}

/// An object that observes, and does nothing else.
final class Owner: Sendable {}

/// Uses a value in a way that the optimiser cannot see, so that what made it stays, and lives until here.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}
