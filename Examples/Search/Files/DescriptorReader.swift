import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads from a file descriptor.
final class DescriptorReader: FileReader {
  private let path: Path
  private let descriptor: Int32
  private let mustClose: Bool

  /// Opens a file, which is closed on deallocation.
  init(opening path: Path) throws(FileError) {
    self.path = path
    mustClose = true
    descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    if descriptor < 0 { throw FileError(path: path, code: errno) }
  }

  /// Returns a reader for standard input. The reader does not close the descriptor.
  static func standardInput() -> DescriptorReader { DescriptorReader(STDIN_FILENO, path: .standardInput) }

  private init(_ descriptor: Int32, path: Path) {
    self.path = path
    self.descriptor = descriptor
    mustClose = false
  }

  deinit {
    if mustClose, descriptor >= 0 { close(descriptor) }
  }

  /// The identity of the file; `nil` if it is not a regular file.
  var identity: FileIdentity? { FileIdentity(descriptor) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard let count = readSome(of: descriptor, into: buffer) else { throw FileError(path: path, code: errno) }
    return count
  }

  func seek(to offset: Int) throws(FileError) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileError(path: path, code: errno) }
  }
}

extension Path {
  /// The name of standard input in output and messages.
  static let standardInput: Path = "(standard input)"
}
