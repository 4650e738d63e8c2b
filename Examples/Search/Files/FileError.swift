#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file or a directory cannot be read.
struct FileError: Error, Equatable {
  let path: Path
  /// The system's error number, or ``isOutput``.
  let code: Int32

  /// In place of an error number: the file is the one that the output is written to.
  static let isOutput: Int32 = -1

  /// Whether the same call may succeed a little later, because only resources were short.
  var isTransient: Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code) }

  /// The path and the reason, in one line.
  var message: String {
    let reason = code == Self.isOutput ? "this file is also the output" : String(cString: strerror(code))
    return "\(path.readable): \(reason)"
  }
}
