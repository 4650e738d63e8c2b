import TestSupport
import Testing

@testable import Search

@Suite("Matcher")
struct MatcherTests {
  /// The first match, found by comparing at each position.
  private func naive(_ word: [UInt8], in bytes: [UInt8], ignoresCase: Bool) -> Int? {
    func folded(_ byte: UInt8) -> UInt8 { ignoresCase && (65...90).contains(byte) ? byte + 32 : byte }
    guard word.count <= bytes.count else { return nil }
    return (0...bytes.count - word.count).first { start in
      word.indices.allSatisfy { folded(bytes[start + $0]) == folded(word[$0]) }
    }
  }

  @Test("finds the same as a comparison at each position", arguments: 0..<500)
  func random(seed: Int) {
    var random = SplitMix64(seed: seed)
    // Few distinct bytes, so that there are matches and partial matches.
    let alphabet: [UInt8] = [97, 98, 65, 66, 0xC3, 0xE9, 91, 64].shuffled(using: &random).prefix(3) + []
    let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in alphabet[Int.random(in: 0..<3, using: &random)]
    }
    let word = (0..<Int.random(in: 1..<6, using: &random)).map { _ in alphabet[Int.random(in: 0..<3, using: &random)] }
    for ignoresCase in [false, true] {
      let found = Matcher(word, ignoresCase: ignoresCase).firstMatch(in: bytes[...])
      let start = naive(word, in: bytes, ignoresCase: ignoresCase)
      #expect(found == start.map { $0..<$0 + word.count })
    }
  }

  @Test("folds only the letters A to Z")
  func folding() {
    for byte in UInt8.min...UInt8.max {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      #expect(foldedCase(byte) == (isCapital ? byte + 32 : byte))
    }
  }

  @Test("counts a byte in any range", arguments: 0..<50)
  func counting(seed: Int) {
    var random = SplitMix64(seed: seed)
    let bytes = (0..<Int.random(in: 0..<2_000, using: &random)).map { _ in UInt8.random(in: 10...11, using: &random) }
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = Int.random(in: start...bytes.count, using: &random)
    let counted = bytes.withUnsafeBytes { $0.count(of: newline, in: start..<end) }
    #expect(counted == bytes[start..<end].count { $0 == newline })
  }
}
