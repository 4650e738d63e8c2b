import TerminalControls

/// A line, or what of a long line is around a match.
struct TextWindow: Equatable, Sendable {
  let bytes: [UInt8]
  /// The bytes that match, as positions in `bytes`; `nil` if the line contains no match.
  let match: Range<Int>?
  let isCutAtStart: Bool
  let isCutAtEnd: Bool

  /// How many bytes are kept before the match, and in all. A match that is longer is cut.
  private static let before = 120
  private static let length = 480

  /// - Parameters:
  ///   - line: the line without its end, or some part of it.
  ///   - match: the bytes that match, as positions in `line`.
  ///   - isCutAtStart: whether something of the line precedes `line`.
  ///   - isCutAtEnd: whether something of the line follows `line`.
  init(
    _ line: some RandomAccessCollection<UInt8>, match: Range<Int>?, isCutAtStart: Bool = false, isCutAtEnd: Bool = false
  ) {
    var count = line.count
    if !isCutAtEnd, count > 0, line.last == UInt8(ascii: "\r") { count -= 1 }
    var start = count > Self.length ? max(0, min((match?.lowerBound ?? 0) - Self.before, count - Self.length)) : 0
    var end = min(count, start + Self.length)
    func byte(_ position: Int) -> UInt8 { line[line.index(line.startIndex, offsetBy: position)] }
    // Not inside a character. More than three bytes that continue one are no UTF-8.
    for _ in 0..<3 where start > 0 && start < end && byte(start) & 0xC0 == 0x80 { start += 1 }
    for _ in 0..<3 where end < count && end > start && byte(end) & 0xC0 == 0x80 { end -= 1 }
    let first = line.index(line.startIndex, offsetBy: start)
    bytes = Array(line[first..<line.index(first, offsetBy: end - start)])
    self.match = match.map { $0.clamped(to: start..<end) }.map { $0.lowerBound - start..<$0.upperBound - start }
    self.isCutAtStart = isCutAtStart || start > 0
    self.isCutAtEnd = isCutAtEnd || end < count
  }

  /// The text to be shown: what precedes the match, the match, and what follows it. Bytes that are not UTF-8, and control
  /// characters, are written as `\xFF`, and what was cut as "…".
  var parts: (before: String, match: String, after: String) {
    let match = match ?? 0..<0
    return (
      (isCutAtStart ? "…" : "") + visible(bytes: bytes[..<match.lowerBound]), visible(bytes: bytes[match]),
      visible(bytes: bytes[match.upperBound...]) + (isCutAtEnd ? "…" : "")
    )
  }
}
