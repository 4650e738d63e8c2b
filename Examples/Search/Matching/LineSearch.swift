/// Finds the lines of one file that contain the word, block by block.
///
/// Each block is searched as a whole. Only where there is a match does the search look for the line around it; and the lines
/// before it are counted then, or when their block is dropped. A line counts once, with its first match.
///
/// The buffer holds, after the bytes that were searched, the beginning of a line whose end was not read yet:
///
///     ┌──────────── searched ────────────┬─ not searched ─┬─── room ───┐
///     0            counted ▲       start ▲            end ▲      count ▲
struct LineSearch {
  /// What the search of a block has come to.
  enum Step {
    /// More may follow.
    case more
    /// The file is at its end.
    case end
    /// The caller wanted no more.
    case stopped
    /// There is a NUL byte among the first bytes.
    case binary
  }

  /// A file with a NUL byte among this many first bytes is binary.
  static let binaryPrefix = 1 << 15

  /// A usual size of a buffer: larger ones are not faster.
  static let blockSize = 1 << 18

  private let matcher: Matcher
  private let reader: any FileReader
  private let buffer: BlockBuffer
  private let longestLine: Int
  private let context: Int

  private var start = 0
  private var end = 0
  private var counted = 0
  /// The number of the line at `counted`.
  private var number = 1
  /// Where the buffer begins in the file.
  private var base = 0
  /// Whether some of the line at `start` was dropped.
  private var isInsideLine = false
  /// Whether the rest of the line at `start` is not searched, since the line was found already.
  private var isSkippingLine = false

  /// - Parameters:
  ///   - matcher: finds the word.
  ///   - reader: the file, at its beginning.
  ///   - buffer: may be used for one file after the other.
  ///   - longestLine: the buffer grows to this size for a line that does not fit. A longer line is searched in pieces, and
  ///     found with the piece that contains its first match.
  ///   - context: how many bytes before and after the match such a piece has at least, if the line has them.
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

  /// Reads and searches a block. Calls `found` with each line that contains the word, until that returns `false`.
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

  /// Searches whole lines.
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

  /// Searches what was read of a line if that fills the buffer.
  private mutating func searchPiece(_ found: (LineMatch) -> Bool) -> Bool {
    if isSkippingLine { start = end }
    guard start == 0, end == buffer.count, buffer.count >= longestLine else { return true }
    // What follows the match should be in the buffer as well.
    let piece = 0..<end - context
    if matcher.ignoresCase { buffer.fold(piece) }
    if let match = matcher.firstMatch(in: buffer, piece) {
      guard found(lineMatch(at: match, in: 0..<end, isCutAtStart: isInsideLine, isCutAtEnd: true)) else { return false }
      isSkippingLine = true
      start = end
    } else {
      // The match may begin in this piece.
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

  /// Drops what was searched if little room is left, and makes the buffer larger if that does not help.
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
