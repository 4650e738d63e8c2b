#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the program cannot do what was asked, as one line for standard error.
struct Failure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  /// Describes a system call that failed for a file. `name` must be readable text.
  init(_ action: String, _ name: String, error: Int32) {
    message = "\(action) \(name): \(String(cString: strerror(error)))"
  }
}
