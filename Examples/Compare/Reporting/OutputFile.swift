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
    guard writeAll(text, to: descriptor), close(descriptor) == 0 else {
      throw Failure("cannot write", name, error: errno)
    }
  }
}

/// Writes all of `text`. Returns `false`, and sets `errno`, if that is not possible.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        // Wait: another program may have made the terminal or pipe non-blocking.
        var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&file, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
