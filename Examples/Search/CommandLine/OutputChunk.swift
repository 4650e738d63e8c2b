/// Lines that are written together.
struct OutputChunk {
  private(set) var bytes: [UInt8] = []
  /// The offset of each line's end in `bytes`.
  private var ends: [Int] = []

  /// The size in bytes at which a chunk should be written.
  static let fullSize = 1 << 16

  /// The number of lines.
  var count: Int { ends.count }

  var isEmpty: Bool { ends.isEmpty }

  /// The bytes of the first `count` lines.
  func prefix(_ count: Int) -> ArraySlice<UInt8> {
    count == 0 ? [] : bytes[..<ends[min(count, ends.count) - 1]]
  }

  /// Adds the path of a file whose name contains the word.
  mutating func add(_ path: Path) {
    bytes += path.bytes
    endLine()
  }

  /// Adds a line that contains the word.
  mutating func add(_ match: LineMatch, of path: Path) {
    bytes += path.bytes
    bytes.append(UInt8(ascii: ":"))
    bytes += String(match.number).utf8
    bytes.append(UInt8(ascii: ":"))
    bytes += match.line
    endLine()
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * Self.fullSize)
    ends.removeAll(keepingCapacity: true)
  }

  private mutating func endLine() {
    bytes.append(newline)
    ends.append(bytes.count)
  }
}
