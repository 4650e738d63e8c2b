@testable import Compare

/// Runs all three view models on `text`, which is read in pieces of `piece` bytes.
func compare(
  _ text: String, filter: String = "", piece: Int = .max, end: InputEnd = .complete
) async throws -> RunResult {
  try await InputRun.run(ByteSource(Array(text.utf8), piece: piece, end: end), filter: filter)
}

extension ApproachResult {
  /// The last value that the observer of the output received.
  func last(_ output: Output) -> String? { recording(of: output).marbles.last?.value }

  func values(_ output: Output) -> [String] { recording(of: output).marbles.map(\.value) }
}

extension WordTally {
  /// The counts of a text read in these pieces.
  static func counts(_ pieces: [String], filter: String = "") -> WordCounts {
    var tally = WordTally()
    for piece in pieces {
      tally.add(LineBatch(text: Array(piece.utf8), lines: 0, bytes: piece.utf8.count))
    }
    tally.filter = filter
    return tally.counts
  }
}
