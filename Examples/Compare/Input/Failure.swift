#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the program cannot do what it was asked for, in one line for standard error.
struct Failure: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }

  /// A function of the system failed for the file with this name, which must be readable.
  init(_ action: String, _ name: String, error: Int32) {
    message = "\(action) \(name): \(String(cString: strerror(error)))"
  }
}
