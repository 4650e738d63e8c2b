/// A compact list of file paths, which stores only the part of each path that differs from the previous one.
///
/// The files of a directory are consecutive, so most paths need little more memory than their names. A list of 100,000
/// files needs a few megabytes.
struct FileBatch: Sequence, Sendable {
  private struct Entry {
    /// The number of leading bytes shared with the previous path.
    let shared: UInt16
    /// The number of bytes after the shared ones.
    let count: UInt16
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// The path added last.
  private var last: [UInt8] = []

  /// The number of files.
  var count: Int { entries.count }

  var isEmpty: Bool { entries.isEmpty }

  /// Appends a path, truncated to 65,535 bytes, which is longer than any path that the system can open.
  mutating func append(_ path: Path) {
    let path = path.bytes.prefix(Int(UInt16.max))
    var shared = 0
    while shared < last.count, shared < path.count, last[shared] == path[shared] { shared += 1 }
    bytes += path[shared...]
    entries.append(Entry(shared: UInt16(shared), count: UInt16(path.count - shared)))
    last = Array(path)
  }

  func makeIterator() -> Iterator { Iterator(batch: self) }

  /// Reconstructs the paths one by one.
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
