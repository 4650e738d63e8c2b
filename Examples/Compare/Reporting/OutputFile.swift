import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file written at the end but opened at the start, so that a wrong name is reported early.
struct OutputFile {
  private let name: String
  private let descriptor: Int32

  /// Opens the file. Its existing content remains until ``write(_:)`` replaces it.
  init(_ file: FileName, notTheSameAs source: ByteSource) throws(Failure) {
    name = file.readable
    descriptor = open(file.cString, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure("cannot write", name, error: errno) }
    if let identity = FileIdentity(descriptor), identity == source.identity {
      _ = close(descriptor)
      throw Failure("\(name) is the input: it will not be overwritten")
    }
  }

  /// Replaces the content, and closes the file.
  func write(_ text: String) throws(Failure) {
    _ = ftruncate(descriptor, 0)  // Fails for a pipe or a device, which has no length to cut.
    if let error = writeAll(text, to: descriptor) { throw Failure("cannot write", name, error: error) }
    if close(descriptor) != 0 { throw Failure("cannot write", name, error: errno) }
  }
}
