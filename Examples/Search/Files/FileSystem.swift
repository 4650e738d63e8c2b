/// What a search needs of a file system. All functions may be called from any thread, several at once.
protocol FileSystem: Sendable {
  /// The kind of the file. A symbolic link has the kind of the file that it leads to.
  func kind(of path: Path) throws(FileError) -> FileKind

  /// The entries of a directory in the order of their names, without "." and "..".
  func entries(of directory: Path) throws(FileError) -> [DirectoryEntry]

  /// Opens a file at its beginning.
  func open(_ file: Path) throws(FileError) -> any FileReader
}

/// What matters of the kinds of files.
enum FileKind: Sendable {
  case regular
  case directory
  /// A symbolic link, a device, a pipe, or a socket.
  case other
}

/// A name in a directory.
struct DirectoryEntry: Sendable {
  let name: [UInt8]
  /// The entry's own kind: a symbolic link is not followed.
  let kind: FileKind
}

/// Reads a file that is open. One thread at a time uses it; the file is closed when the reader is deallocated.
protocol FileReader: AnyObject {
  /// Reads some bytes into `buffer`, which is not empty. Returns how many: 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

  /// Continues at the byte with this number, counted from 0.
  func seek(to offset: Int) throws(FileError)
}
