extension Report {
  /// The report as JSON: what the text says, and every marble.
  var json: String {
    let approaches = run.outcomes.indices.map { index in approach(at: index) }
    return JSON.object([
      ("input", .string(run.input)), ("bytes", .integer(run.bytes)),
      ("replacements", .integer(run.replacements)), ("batchesAreLines", .bool(run.isByLine)),
      ("filter", .string(run.filter)), ("filterStep", run.filterStep.map(JSON.integer) ?? .null),
      ("lastStep", .integer(run.lastStep)), ("sameValuesInTheSameOrder", .bool(run.isEqual)),
      ("costNote", costs == nil ? .string(Self.noCosts) : .null), ("approaches", .array(approaches)),
    ]).text() + "\n"
  }

  private func approach(at index: Int) -> JSON {
    let (outcome, probe) = (run.outcomes[index], probes[index])
    let cost = costs.map { costs in
      JSON.object([
        ("nsPerEvent", .number(costs[index].nanosecondsPerEvent)),
        ("bytesPerObserver", .number(costs[index].bytesPerObserver)),
        ("msForThisInput", .number(outcome.duration / .milliseconds(1))),
      ])
    }
    return .object([
      ("name", .string(outcome.name)), ("events", .integer(outcome.events)),
      ("orderWithinAStep", .array(outcome.order.map { .string($0.rawValue) })),
      ("toldOfABusyQueue", .integer(probe.slowQueue)),
      ("toldOfABusyQueueWithLatest", probe.slowQueueLatest.map(JSON.integer) ?? .null),
      ("toldAfterDisposal", .integer(outcome.afterDisposal)),
      ("subscriptionsLeftOver", .integer(outcome.leftOver)),
      ("leftIfOwnerGoesSilently", .integer(probe.orphans)), ("cost", cost ?? .null),
      ("outputs", .object(Output.allCases.map { ($0.rawValue, lane(outcome.lane($0))) })),
    ])
  }

  private func lane(_ lane: Lane) -> JSON {
    .object([
      ("events", .integer(lane.events)), ("places", .array(lane.places.map { .string($0.rawValue) })),
      ("completedAtStep", lane.completedAt.map(JSON.integer) ?? .null),
      (
        "marbles",
        .array(
          lane.marks.map { mark in
            .object([("step", .integer(mark.step)), ("value", .string(mark.value)), ("events", .integer(mark.count))])
          })
      ),
    ])
  }
}
