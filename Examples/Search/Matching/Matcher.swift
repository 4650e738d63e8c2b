/// Finds a word in bytes, optionally ignoring the case of ASCII letters.
///
/// Scans for the word's probably rarest byte with `memchr`, which is fast, and compares the word only there.
struct Matcher: Sendable {
  /// The word, in lower case if `ignoresCase` is set.
  let word: [UInt8]
  let ignoresCase: Bool
  /// The index of the rarest byte in the word.
  private let rarest: Int

  init(_ word: [UInt8], ignoresCase: Bool) {
    let word = ignoresCase ? word.map(foldedCase) : word
    self.word = word
    self.ignoresCase = ignoresCase
    rarest = word.indices.min { Self.frequency(of: word[$0]) < Self.frequency(of: word[$1]) } ?? 0
  }

  init(_ request: SearchRequest) { self.init(request.word, ignoresCase: !request.caseSensitive) }

  /// The first match in `bytes`, as offsets from their start.
  func firstMatch(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let bytes = ignoresCase ? bytes.map(foldedCase)[...] : bytes
    return bytes.withUnsafeBytes { firstMatch(in: $0, 0..<$0.count) }.map { $0..<$0 + word.count }
  }

  /// The position of the first match in `range` of the buffer. If `ignoresCase` is set, ``BlockBuffer/fold(_:)`` must
  /// have been called for the range.
  func firstMatch(in buffer: BlockBuffer, _ range: Range<Int>) -> Int? {
    firstMatch(in: ignoresCase ? buffer.folded : buffer.bytes, range)
  }

  private func firstMatch(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard word.count <= range.count else { return nil }
    if word.isEmpty { return range.lowerBound }
    return word.withUnsafeBytes { word in
      let byte = word[rarest]
      var candidates = range.lowerBound + rarest..<range.upperBound - (word.count - 1 - rarest)
      while let found = bytes.first(byte, in: candidates) {
        if bytes.contains(word, at: found - rarest) { return found - rarest }
        candidates = found + 1..<candidates.upperBound
      }
      return nil
    }
  }

  /// Ranks a byte by its frequency in prose and source code. Bytes that are not listed are rare.
  private static func frequency(of byte: UInt8) -> Int { frequencies[Int(byte)] }

  private static let frequencies: [Int] = {
    let bytes = "ZQXJKYVUHGWBFDMPLONRCIASTE@$&^%~`?#!+|\\{}<>*[]'98765432:;\"=()/-,10._zjqkxvwybgfpmhdulcsronia\t\nte "
    var frequencies = [Int](repeating: 0, count: 256)
    for (rank, byte) in bytes.utf8.enumerated() { frequencies[Int(byte)] = rank + 1 }
    return frequencies
  }()
}
