import TestSupport

@testable import Search

/// An in-memory file system that records its use.
final class MemoryFileSystem: FileSystem {
  let files: [Path: [UInt8]]
  /// The error for each use of a path.
  let errors: [Path: Int32]
  /// How many more times a path's error is thrown. Without a number, the error is thrown every time.
  private let remainingErrors: Guarded<[Path: Int]>

  /// The directories that were listed, and the files that were opened and read.
  let listed = Recording<Path>()
  let opened = Recording<Path>()
  let reads = Recording<Path>()
  /// The live readers.
  let readers = Lifetimes()
  /// Called before each read.
  let willRead: @Sendable (MemoryFileSystem) -> Void
  /// Called when a file is closed.
  let didClose: @Sendable () -> Void

  init(
    _ files: [Path: [UInt8]], errors: [Path: Int32] = [:], transientErrors: [Path: Int] = [:],
    willRead: @escaping @Sendable (MemoryFileSystem) -> Void = { _ in }, didClose: @escaping @Sendable () -> Void = {}
  ) {
    self.files = files
    self.errors = errors
    remainingErrors = Guarded(transientErrors)
    self.willRead = willRead
    self.didClose = didClose
  }

  convenience init(_ files: [Path: String], errors: [Path: Int32] = [:]) {
    self.init(files.mapValues { Array($0.utf8) }, errors: errors)
  }

  func kind(of path: Path) throws(FileError) -> FileKind {
    if files[path] != nil || errors[path] != nil { return .regular }
    guard !entryKinds(of: path).isEmpty else { throw FileError(path: path, code: 2) }
    return .directory
  }

  func entries(of directory: Path) throws(FileError) -> [DirectoryEntry] {
    listed.add(directory)
    try check(directory)
    return entryKinds(of: directory).sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { DirectoryEntry(name: $0.key, kind: $0.value) }
  }

  func open(_ file: Path) throws(FileError) -> any FileReader {
    opened.add(file)
    try check(file)
    guard let bytes = files[file] else { throw FileError(path: file, code: 2) }
    let life = readers.make(atEnd: didClose)
    return MemoryReader(
      bytes,
      willRead: { [self] in
        life.touch()
        reads.add(file)
        willRead(self)
      })
  }

  private func check(_ path: Path) throws(FileError) {
    guard let code = errors[path] else { return }
    let fails = remainingErrors.withLock { remaining in
      guard let count = remaining[path] else { return true }
      remaining[path] = count - 1
      return count > 0
    }
    if fails { throw FileError(path: path, code: code) }
  }

  /// Files and errors belong to the directories in their paths. A path that ends with "d" and has no file is a
  /// directory.
  private func entryKinds(of directory: Path) -> [[UInt8]: FileKind] {
    let prefix = directory.bytes.isEmpty ? [] : directory.bytes + Array("/".utf8)
    var kinds: [[UInt8]: FileKind] = [:]
    for path in Set(files.keys).union(errors.keys) where path.bytes.starts(with: prefix) {
      let rest = path.bytes.dropFirst(prefix.count)
      let name = Array(rest.prefix { $0 != UInt8(ascii: "/") })
      let isDirectory = name.count < rest.count || files[path] == nil && path.bytes.last == UInt8(ascii: "d")
      kinds[name] = isDirectory ? .directory : .regular
    }
    return kinds
  }
}

/// Reads bytes in pieces.
final class MemoryReader: FileReader {
  private let bytes: [UInt8]
  private let pieces: () -> Int
  private let willRead: () -> Void
  private var position = 0

  /// - Parameter pieces: returns the maximum size of the next read.
  init(_ bytes: [UInt8], pieces: @escaping () -> Int = { .max }, willRead: @escaping () -> Void = {}) {
    self.bytes = bytes
    self.pieces = pieces
    self.willRead = willRead
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    willRead()
    let count = min(buffer.count, pieces(), bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  func seek(to offset: Int) throws(FileError) { position = min(offset, bytes.count) }
}
