/// The results of one approach.
struct ApproachResult: Sendable {
  let name: String
  let recordings: [Output: Recording]
  /// The total time, over all steps, until all observers had received their values.
  let duration: Duration
  /// How many values were received after disposal, when the view model got further input.
  let receivedAfterDisposal: Int
  /// How many observing closures were left after disposal, while the view model still existed.
  let observersLeft: Int

  func recording(of output: Output) -> Recording { recordings[output] ?? Recording() }
  var valueCount: Int { recordings.values.reduce(0) { $0 + $1.valueCount } }
}

/// The results of a run.
struct RunResult: Sendable {
  let input: String
  let bytes: Int
  /// Why reading ended.
  let end: InputEnd
  let filter: String
  /// Whether each batch was one line.
  let isByLine: Bool
  /// The step in which the filter was set; `nil` if it was not. Step 0 is the start. The batches are one step each, and
  /// the end is the last step.
  let filterStep: Int?
  let lastStep: Int
  /// The number of invalid UTF-8 pieces that were replaced.
  let replacements: Int
  let approaches: [ApproachResult]

  /// Whether all observers of an output received the same values in the same order.
  var isEqual: Bool { approaches.allSatisfy(isEqualToFirst) }

  func isEqualToFirst(_ approach: ApproachResult) -> Bool {
    Output.allCases.allSatisfy { output in
      approach.recording(of: output).checksum == approaches[0].recording(of: output).checksum
    }
  }

  /// The last value of an output, as the first approach delivered it.
  func lastValue(of output: Output) -> String? { approaches[0].recording(of: output).marbles.last?.value }
}
