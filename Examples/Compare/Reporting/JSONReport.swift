extension Report {
  /// The report as JSON: what the text says, and all marbles.
  var json: String {
    let approaches = run.approaches.indices.map { index in approach(at: index) }
    return JSON.object([
      ("input", .string(run.input)), ("bytes", .integer(run.bytes)), ("end", .string(end)),
      ("replacementCharacters", .integer(run.replacements)),
      ("eachStepReads", .string(run.isByLine ? "a line" : "a batch of lines")),
      ("filter", .string(run.filter)), ("filterSetAtStep", run.filterStep.map(JSON.integer) ?? .null),
      ("lastStep", .integer(run.lastStep)), ("sameValuesInTheSameOrder", .bool(run.isEqual)),
      ("costNote", costs == nil ? .string(Self.noCosts) : .null),
      ("timeNote", run.bytes < Self.leastBytesForTimes ? .string(Self.noTimes) : .null),
      ("approaches", .array(approaches)),
    ]).text() + "\n"
  }

  private var end: String {
    switch run.end {
    case .complete: "complete"
    case .interrupted: "interrupted"
    case .failed(let failure): failure.message
    }
  }

  private func approach(at index: Int) -> JSON {
    let (approach, experiments) = (run.approaches[index], experiments[index])
    let cost = costs.map { costs in
      JSON.object([
        ("nanosecondsPerValue", .number(costs[index].nanosecondsPerValue)),
        ("bytesPerObserverWithOwner", costs[index].bytesPerObserverWithOwner.map(JSON.number) ?? .null),
        ("bytesPerObserverWithToken", costs[index].bytesPerObserverWithToken.map(JSON.number) ?? .null),
        ("millisecondsForThisInput", Self.milliseconds(approach, in: run).map(JSON.number) ?? .null),
      ])
    }
    return .object([
      ("name", .string(approach.name)), ("valuesReceived", .integer(approach.valueCount)),
      ("callOrderInStep1", .array(approach.callOrder.map { .string($0.rawValue) })),
      ("receivedOf100OnBusyQueue", .integer(experiments.receivedOnBusyQueue)),
      (
        "receivedOf100OnBusyQueueWithPolicyLatest",
        experiments.receivedOnBusyQueueWithLatest.map(JSON.integer) ?? .null
      ),
      ("valuesReceivedAfterDisposal", .integer(approach.receivedAfterDisposal)),
      ("observersLeftAfterDisposal", .integer(approach.observersLeft)),
      ("observersLeftAfterOwnerDeallocated", .integer(experiments.observersLeftByOwner)), ("cost", cost ?? .null),
      ("outputs", .object(Output.allCases.map { ($0.rawValue, recording(approach.recording(of: $0))) })),
    ])
  }

  private func recording(_ recording: Recording) -> JSON {
    .object([
      ("valuesReceived", .integer(recording.valueCount)),
      ("calledOn", .array(recording.contexts.map { .string($0.rawValue) })),
      ("completedAtStep", recording.completedAt.map(JSON.integer) ?? .null),
      (
        "marbles",
        .array(
          recording.marbles.map { marble in
            .object([
              ("step", .integer(marble.step)), ("lastValue", .string(marble.value)),
              ("values", .integer(marble.count)),
            ])
          })
      ),
    ])
  }
}
