import TerminalControls

/// A line, or the part of a long line around a match.
struct TextWindow: Equatable, Sendable {
  let bytes: [UInt8]
  /// The range of the match in `bytes`; `nil` if the line has none.
  let match: Range<Int>?
  let isCutAtStart: Bool
  let isCutAtEnd: Bool

  /// A line of more than `length` bytes is cut to that length. The part kept begins `before` bytes before the match, or
  /// further back if the line would otherwise end before the part is full. A match that extends beyond the part is cut.
  private static let before = 120
  private static let length = 480

  /// - Parameters:
  ///   - line: the full line without its line break, or a part of the full line.
  ///   - match: the range of the match in `line`.
  ///   - isCutAtStart: whether the full line begins before `line`.
  ///   - isCutAtEnd: whether the full line continues after `line`.
  init(
    _ line: some RandomAccessCollection<UInt8>, match: Range<Int>?, isCutAtStart: Bool = false, isCutAtEnd: Bool = false
  ) {
    var count = line.count
    if !isCutAtEnd, count > 0, line.last == UInt8(ascii: "\r") { count -= 1 }
    var start = count > Self.length ? max(0, min((match?.lowerBound ?? 0) - Self.before, count - Self.length)) : 0
    var end = min(count, start + Self.length)
    func byte(_ position: Int) -> UInt8 { line[line.index(line.startIndex, offsetBy: position)] }
    // Cut between code points. More than three continuation bytes is invalid UTF-8.
    for _ in 0..<3 where start > 0 && start < end && byte(start) & 0xC0 == 0x80 { start += 1 }
    for _ in 0..<3 where end < count && end > start && byte(end) & 0xC0 == 0x80 { end -= 1 }
    let first = line.index(line.startIndex, offsetBy: start)
    bytes = Array(line[first..<line.index(first, offsetBy: end - start)])
    self.match = match.map { $0.clamped(to: start..<end) }.map { $0.lowerBound - start..<$0.upperBound - start }
    self.isCutAtStart = isCutAtStart || start > 0
    self.isCutAtEnd = isCutAtEnd || end < count
  }

  /// The text for display, split into the parts before, in and after the match. Invalid bytes and control characters
  /// are escaped, as in `\xFF`, and cuts are shown as "…".
  var parts: (before: String, match: String, after: String) {
    let match = match ?? 0..<0
    return (
      (isCutAtStart ? "…" : "") + visible(bytes: bytes[..<match.lowerBound]), visible(bytes: bytes[match]),
      visible(bytes: bytes[match.upperBound...]) + (isCutAtEnd ? "…" : "")
    )
  }
}
