/// A task that several contenders perform.
struct Workload {
  let name: String
  /// The number of operations in a round.
  let operations: Int
  let unit: Unit
  let contenders: [Contender]
  /// The limits for the cost of `ours`.
  let bars: [Bar]

  /// The unit of the figures for one operation.
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
  /// Divides the number of operations per round, so that a slow contender does not take minutes.
  let handicap: Int
  /// Whether the contender performs another workload's task, and takes part only because a bar compares with it.
  private(set) var isBorrowed = false
  /// Returns a note to print in place of the bar's verdict, or `nil`. Called after all rounds.
  let note: () -> String?
  /// Prepares the task once, and returns a function that runs a round of `operations` operations and returns their
  /// total cost.
  let prepare: () -> (_ operations: Int) -> Double

  /// A contender that is measured in nanoseconds. The objects that `prepare` creates are kept until all rounds have
  /// ended.
  init(
    _ name: String, handicap: Int = 1, note: @escaping () -> String? = { nil },
    prepare: @escaping () -> (_ operations: Int) -> Void
  ) {
    self.init(measured: name, handicap: handicap, note: note) {
      let body = prepare()
      let clock = ContinuousClock()
      return { operations in clock.measure { body(operations) }.nanoseconds }
    }
  }

  /// A contender that measures and returns the cost of a round itself.
  init(
    measured name: String, handicap: Int = 1, note: @escaping () -> String? = { nil },
    prepare: @escaping () -> (_ operations: Int) -> Double
  ) {
    self.name = name
    self.handicap = handicap
    self.note = note
    self.prepare = prepare
  }
}

extension Contender {
  /// A copy of this contender for another workload, whose bar compares with it.
  var borrowed: Contender {
    var contender = self
    contender.isBorrowed = true
    return contender
  }
}

/// The limit for a contender's median: a multiple of another contender's median, or an absolute limit.
struct Bar {
  let contender: String
  let limit: Double
  /// The contender to compare with, or `nil` for an absolute limit in the workload's unit.
  let reference: String?

  static func atMost(_ limit: Double, of reference: String?, for contender: String = "ours") -> Bar {
    Bar(contender: contender, limit: limit, reference: reference)
  }

  /// For workloads in which elements flow through what exists.
  static let flowing = atMost(0.35, of: "OpenCombine")
  /// For workloads that make, subscribe and end.
  static let making = atMost(0.45, of: "OpenCombine")
}

/// A contender's cost per operation, over all rounds.
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

  /// Runs the contenders round by round. The number of rounds is odd, so that the median is a measured value.
  func run(isQuick: Bool) -> WorkloadResult {
    let prepared = contenders.map { contender in
      let count = max(1, operations / contender.handicap / (isQuick ? 1000 : 1))
      let round = contender.prepare()
      return { round(count) / Double(count) }
    }
    var costs = [[Double]](repeating: [], count: prepared.count)
    let rounds = isQuick ? 1 : Self.rounds
    for round in -1..<rounds {
      for position in prepared.indices {
        let contender = (position + round + 1) % prepared.count
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

/// The sum to which observers add their values: cheap work that the optimiser cannot remove.
final class Sum: @unchecked Sendable {
  // Not guarded, because one thread at a time emits, and a round ends before the next begins.
  var value = 0
}

final class Owner: Sendable {}

/// Uses a value in a way that is opaque to the optimiser, so that the value is computed and lives until this call.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: Value) {}
