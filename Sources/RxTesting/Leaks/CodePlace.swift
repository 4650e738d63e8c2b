#if os(Linux)
  import Runtime
#endif

/// Where in the program something was done. Taken cheaply, and told only when somebody asks.
///
/// A name and a line need the call stack, which the toolchain reads on Linux; elsewhere there is none.
struct CodePlace: Sendable {
  #if os(Linux)
    private let stack: Backtrace?

    /// The place of the caller's callers.
    static func here() -> CodePlace { CodePlace(stack: try? Backtrace.capture(limit: 64, top: 0)) }
  #else
    static func here() -> CodePlace { CodePlace() }
  #endif

  /// The innermost line on the stack that is not this package's own, as `File.swift:12`; nothing if the program has no debug information.
  func describe() -> String? {
    #if os(Linux)
      guard let frames = stack?.symbolicated()?.frames else { return nil }
      for frame in frames {
        guard let location = frame.symbol?.sourceLocation, location.line > 0, Self.isUsers(location.path) else {
          continue
        }
        let file = location.path.split(separator: "/").last.map(String.init) ?? location.path
        return "\(file):\(location.line)"
      }
    #endif
    return nil
  }

  /// Not this package's, not the compiler's, and not the text of a macro, whose caller is the next on the stack.
  private static func isUsers(_ path: String) -> Bool {
    path.hasPrefix("/") && path.hasSuffix(".swift") && !path.hasPrefix(packageSources)
  }

  /// The folder with the sources of this package, when it was compiled.
  private static let packageSources = String(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/")
}
