/// Finds the lines of a file that contain the word, block by block.
///
/// Each block is searched as a whole. Line boundaries are located only around a match, and lines are counted only
/// before a match or when a block is discarded. A line is reported once, with its first match.
///
/// After the searched bytes, the buffer holds the beginning of an incomplete line:
///
///     ┌──────────── searched ────────────┬─ not searched ─┬─── room ───┐
///     0            counted ▲       start ▲            end ▲      count ▲
struct LineSearch {
  /// The outcome of searching a block.
  enum Step {
    /// There may be more to search.
    case more
    /// The end of the file was reached.
    case end
    /// The caller stopped the search.
    case stopped
    /// There is a NUL byte among the first ``binaryPrefix`` bytes.
    case binary
  }

  /// The number of leading bytes in which a NUL byte marks the file as binary.
  static let binaryPrefix = 1 << 15

  /// The usual buffer size. Larger buffers are not faster.
  static let blockSize = 1 << 18

  private let matcher: Matcher
  private let reader: any FileReader
  private let buffer: BlockBuffer
  private let longestLine: Int
  private let context: Int

  private var start = 0
  private var end = 0
  private var counted = 0
  /// The line number at `counted`.
  private var number = 1
  /// The file offset of the start of the buffer.
  private var base = 0
  /// Whether part of the line at `start` was discarded.
  private var isInsideLine = false
  /// Whether to skip the rest of the line at `start`, because the line was already reported.
  private var isSkippingLine = false

  /// - Parameters:
  ///   - matcher: finds the word.
  ///   - reader: the file, at its beginning.
  ///   - buffer: can be reused for several files.
  ///   - longestLine: the size up to which the buffer grows for a long line. A longer line is searched in pieces and
  ///     reported with the piece that contains its first match.
  ///   - context: the minimum number of bytes before and after the match in such a piece, if the line has them.
  init(
    _ matcher: Matcher, _ reader: any FileReader, buffer: BlockBuffer, longestLine: Int = LineSearch.blockSize,
    context: Int = 512
  ) {
    self.matcher = matcher
    self.reader = reader
    self.buffer = buffer
    self.longestLine = longestLine
    self.context = context
    let least = 4 * (context + matcher.word.count)
    if buffer.count < least { buffer.grow(to: least, keeping: 0) }
  }

  /// Reads and searches a block. Calls `found` with each matching line until `found` returns `false`.
  mutating func step(_ found: (LineMatch) -> Bool) throws(FileError) -> Step {
    makeRoom()
    let read = try reader.read(into: buffer.room(from: end))
    guard read > 0 else {
      let isStopped = start < end && !isSkippingLine && !search(start..<end, found)
      start = end
      return isStopped ? .stopped : .end
    }
    let new = end..<end + read
    let prefix = new.clamped(to: 0..<max(0, Self.binaryPrefix - base))
    if base < Self.binaryPrefix, buffer.bytes.first(0, in: prefix) != nil { return .binary }
    end = new.upperBound
    guard let last = buffer.bytes.last(newline, in: new) else { return searchPiece(found) ? .more : .stopped }
    if isSkippingLine {
      start = buffer.bytes.first(newline, in: new).map { $0 + 1 } ?? end
      (isSkippingLine, isInsideLine) = (false, false)
    }
    let lines = start..<max(start, last + 1)
    guard search(lines, found) else { return .stopped }
    start = lines.upperBound
    isInsideLine = false
    return .more
  }

  /// Searches complete lines. Returns `false` if `found` stops the search.
  private mutating func search(_ lines: Range<Int>, _ found: (LineMatch) -> Bool) -> Bool {
    if matcher.ignoresCase { buffer.fold(lines) }
    var position = lines.lowerBound
    while position < lines.upperBound, let match = matcher.firstMatch(in: buffer, position..<lines.upperBound) {
      let lineStart = buffer.bytes.last(newline, in: position..<match).map { $0 + 1 } ?? position
      let lineEnd = buffer.bytes.first(newline, in: match + matcher.word.count..<lines.upperBound) ?? lines.upperBound
      let isCutAtStart = isInsideLine && lineStart == lines.lowerBound
      guard found(lineMatch(at: match, in: lineStart..<lineEnd, isCutAtStart: isCutAtStart)) else { return false }
      position = lineEnd + 1
    }
    return true
  }

  /// Searches an incomplete line if it fills the buffer. Returns `false` if `found` stops the search.
  private mutating func searchPiece(_ found: (LineMatch) -> Bool) -> Bool {
    if isSkippingLine { start = end }
    guard start == 0, end == buffer.count, buffer.count >= longestLine else { return true }
    // Leave room for the context after the match.
    let piece = 0..<end - context
    if matcher.ignoresCase { buffer.fold(piece) }
    if let match = matcher.firstMatch(in: buffer, piece) {
      guard found(lineMatch(at: match, in: 0..<end, isCutAtStart: isInsideLine, isCutAtEnd: true)) else { return false }
      isSkippingLine = true
      start = end
    } else {
      // Keep the end of this piece, because a match may begin there and continue in the next.
      start = piece.upperBound - matcher.word.count - context
    }
    isInsideLine = true
    return true
  }

  private mutating func lineMatch(
    at match: Int, in line: Range<Int>, isCutAtStart: Bool, isCutAtEnd: Bool = false
  ) -> LineMatch {
    countLines(upTo: line.lowerBound)
    let position = match - line.lowerBound
    return LineMatch(
      number: number, offset: base + match, line: UnsafeRawBufferPointer(rebasing: buffer.bytes[line]),
      match: position..<position + matcher.word.count, isCutAtStart: isCutAtStart, isCutAtEnd: isCutAtEnd)
  }

  private mutating func countLines(upTo position: Int) {
    number += buffer.bytes.count(of: newline, in: counted..<position)
    counted = position
  }

  /// Discards the searched bytes if little space is left, and enlarges the buffer if that is not enough.
  private mutating func makeRoom() {
    let least = max(1, buffer.count / 8)
    guard buffer.count - end < least else { return }
    if start > 0 {
      countLines(upTo: start)
      buffer.moveToBeginning(start..<end)
      base += start
      (start, end, counted) = (0, end - start, 0)
    }
    if buffer.count - end < least, buffer.count < longestLine {
      buffer.grow(to: min(buffer.count * 2, longestLine), keeping: end)
    }
  }
}
