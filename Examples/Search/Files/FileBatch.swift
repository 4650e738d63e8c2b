/// The paths of some files, in little memory: of each path only what differs from the one before it is stored.
///
/// The files of a directory follow one another, so most paths take as much as their names. A list of 100,000 files takes a
/// few megabytes.
struct FileBatch: Sequence, Sendable {
  private struct Entry {
    /// How many bytes at its beginning the path shares with the one before it.
    let shared: UInt16
    /// How many bytes follow these.
    let count: UInt16
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The path that was added last.
  private var last: [UInt8] = []

  /// How many files there are.
  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a path. The system opens none of more than a few thousand bytes, so longer ones than it could open are cut.
  mutating func append(_ path: Path) {
    let path = path.bytes.prefix(Int(UInt16.max))
    var shared = 0
    while shared < last.count, shared < path.count, last[shared] == path[shared] { shared += 1 }
    bytes += path[shared...]
    entries.append(Entry(shared: UInt16(shared), count: UInt16(path.count - shared)))
    last = Array(path)
  }

  func makeIterator() -> Iterator { Iterator(batch: self) }

  /// Restores one path after the other.
  struct Iterator: IteratorProtocol {
    fileprivate let batch: FileBatch
    private var index = 0
    private var position = 0
    private var path: [UInt8] = []

    fileprivate init(batch: FileBatch) { self.batch = batch }

    mutating func next() -> Path? {
      guard index < batch.entries.count else { return nil }
      let entry = batch.entries[index]
      let end = position + Int(entry.count)
      path.removeSubrange(Int(entry.shared)...)
      path += batch.bytes[position..<end]
      index += 1
      position = end
      return Path(bytes: path)
    }
  }
}
