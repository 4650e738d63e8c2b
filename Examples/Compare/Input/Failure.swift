#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why the program cannot do what was asked, as one line for standard error.
struct Failure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  /// Describes a system call that failed.
  init(_ action: String, error: Int32) {
    message = "\(action): \(String(cString: strerror(error)))"
  }
}
