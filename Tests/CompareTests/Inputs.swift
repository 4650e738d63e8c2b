@testable import Compare

/// The same numbers for the same seed, on each run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Runs all three view models on `text`, which is read in pieces of so many bytes.
func compare(_ text: String, filter: String = "", piece: Int = .max) async throws -> Run {
  try await InputRun.run(ByteSource(Array(text.utf8), piece: piece), filter: filter)
}

extension Outcome {
  /// What the observer of the output was told last.
  func last(_ output: Output) -> String? { lane(output).marks.last?.value }

  func values(_ output: Output) -> [String] { lane(output).marks.map(\.value) }
}
