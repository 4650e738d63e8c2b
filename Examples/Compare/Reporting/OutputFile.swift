#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that something is written to at the end, and opened at the beginning: who cannot have it is told at once.
struct OutputFile {
  private let path: String
  private let descriptor: Int32

  /// Opens the file; what it holds stays until ``write(_:)``.
  init(path: String, notTheSameAs source: ByteSource) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure("cannot write", path, error: errno) }
    if let identity = FileIdentity(descriptor), identity == source.identity {
      throw Failure("\(printable(path)) is the input: it will not be overwritten")
    }
    self.path = path
    self.descriptor = descriptor
  }

  func write(_ text: String) throws(Failure) {
    _ = ftruncate(descriptor, 0)  // A pipe or a device has no length to cut.
    guard writeAll(text, to: descriptor), close(descriptor) == 0 else {
      throw Failure("cannot write", path, error: errno)
    }
  }
}

/// Writes all of `text`; `false`, with `errno`, if that is not possible.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
