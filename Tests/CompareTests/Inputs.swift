@testable import Compare

/// Runs all view models on `text`, which is read in pieces of `piece` bytes.
func compare(
  _ text: String, filter: String = "", piece: Int = .max, end: InputEnd = .complete
) async throws -> RunResult {
  try await InputRun.run(ByteSource(Array(text.utf8), piece: piece, end: end), filter: filter)
}

extension CounterResult {
  /// The values that the view received.
  func values(_ output: Output) -> [String] { (marbles[output] ?? []).map(\.value) }
}
