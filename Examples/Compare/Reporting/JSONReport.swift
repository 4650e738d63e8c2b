extension Report {
  /// The report as JSON: the contents of the text, and all marbles.
  var json: String {
    JSON.object([
      ("input", .string(run.input)), ("bytes", .integer(run.bytes)), ("end", .string(end)),
      ("replacementCharacters", .integer(run.replacements)),
      ("eachStepReads", .string(run.isByLine ? "a line" : "a batch of lines")),
      ("filter", .string(run.filter)), ("filterSetAtStep", run.filterStep.map(JSON.integer) ?? .null),
      ("lastStep", .integer(run.lastStep)), ("sameValuesInTheSameOrder", .bool(run.isEqual)),
      ("costNote", costs == nil ? .string(Self.noCosts) : .null),
      ("timeNote", hasTimes ? .null : .string(Self.noTimes)),
      ("sameInAll", .array(predicates.map(JSON.string))),
      ("differences", .array(differences.map(json(of:)))),
      ("approaches", .array(run.approaches.map(json(of:)))),
    ]).text() + "\n"
  }

  private var end: String {
    switch run.end {
    case .complete: "complete"
    case .interrupted: "interrupted"
    case .failed(let failure): failure.message
    }
  }

  private func json(of row: Row) -> JSON {
    .object([
      ("name", .string(row.name)), ("title", .string(row.title)),
      ("values", .object(zip(run.approaches, row.cells).map { ($0.name, $1.json) })),
    ])
  }

  private func json(of approach: ApproachResult) -> JSON {
    .object([
      ("name", .string(approach.name)), ("valuesReceived", .integer(approach.valueCount)),
      ("valuesReceivedAfterDisposal", .integer(approach.receivedAfterDisposal)),
      ("observersLeftAfterDisposal", .integer(approach.observersLeft)),
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

extension Cell {
  fileprivate var json: JSON {
    switch self {
    case .number(let number): .integer(number)
    case .decimal(let number): .number(number)
    case .text(let text): .string(text)
    case .none: .null
    }
  }
}
