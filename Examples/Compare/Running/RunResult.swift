/// The values that the view of one view model received.
struct CounterResult: Sendable {
  let name: String
  let marbles: [Output: [Marble]]
  /// The total time, over all steps, until the view had received the values.
  let duration: Duration

  /// The last value of an output; empty if there is none.
  func last(_ output: Output) -> String { marbles[output]?.last?.value ?? "" }
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
}
