/// A file system that can be searched. All methods can be called concurrently from any thread.
protocol FileSystem: Sendable {
  /// The kind of a file. Symbolic links are followed.
  func kind(of path: Path) throws(FileError) -> FileKind

  /// The entries of a directory, sorted by name, without "." and "..".
  func entries(of directory: Path) throws(FileError) -> [DirectoryEntry]

  /// Opens a file at its beginning.
  func open(_ file: Path) throws(FileError) -> any FileReader
}

/// The kinds of files that a search distinguishes.
enum FileKind: Sendable {
  case regular
  case directory
  /// A symbolic link, a device, a pipe, or a socket.
  case other
}

/// An entry of a directory.
struct DirectoryEntry: Sendable {
  let name: [UInt8]
  /// The kind of the entry itself: symbolic links are not followed.
  let kind: FileKind
}

/// Reads an open file, which is closed when the reader is deallocated, unless it is standard input. Must be used by one
/// thread at a time.
protocol FileReader: AnyObject {
  /// Reads into `buffer`, which must not be empty. Returns the number of bytes read, 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

  /// Continues reading at this byte offset.
  func seek(to offset: Int) throws(FileError)
}
