#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a file or directory cannot be read.
struct FileError: Error, Equatable {
  let path: Path
  /// The system's error number, or ``isOutput``.
  let code: Int32

  /// Used instead of an error number if the file is the search's own output.
  static let isOutput: Int32 = -1

  /// Whether the same call may succeed later, because resources were temporarily exhausted.
  var isTransient: Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code) }

  /// The path and the reason, on one line.
  var message: String {
    let reason = code == Self.isOutput ? "this file is also the output" : String(cString: strerror(code))
    return "\(path.readable): \(reason)"
  }
}
