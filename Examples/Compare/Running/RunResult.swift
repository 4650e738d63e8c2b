/// The results of one view model.
struct CounterResult: Sendable {
  let name: String
  let recordings: [Output: Recording]
  /// The total time, over all steps, until the view had received the values.
  let duration: Duration

  func recording(of output: Output) -> Recording { recordings[output] ?? Recording() }
}

/// The results of a run.
struct RunResult: Sendable {
  let input: String
  let bytes: Int
  /// Why reading ended.
  let end: InputEnd
  /// Whether the input was valid UTF-8.
  let isValid: Bool
  let filter: String
  /// Whether each batch was one line.
  let isByLine: Bool
  /// The step in which the filter was set; `nil` if it was not. Step 0 is the start. Each batch is a step.
  let filterStep: Int?
  let lastStep: Int
  var counters: [CounterResult]

  /// Whether the view of this counter received the same values in the same steps as that of the first.
  func isEqualToFirst(_ counter: CounterResult) -> Bool {
    Output.allCases.allSatisfy { counter.recording(of: $0).marbles == counters[0].recording(of: $0).marbles }
  }

  /// The last value of an output, as the first view received it.
  func lastValue(of output: Output) -> String { counters[0].recording(of: output).marbles.last?.value ?? "" }
}
