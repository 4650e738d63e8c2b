#if os(Linux)
  import Runtime
#endif

/// The line of source code where something was made. Recorded cheaply; the file and line are looked up on demand.
///
/// They come from the call stack, which the toolchain reads on Linux; elsewhere they are not known.
struct SourceLocation: Sendable {
  #if os(Linux)
    private let stack: Backtrace?

    /// The location of the caller's callers.
    static func current() -> SourceLocation { SourceLocation(stack: try? Backtrace.capture(limit: 96, top: 0)) }
  #else
    static func current() -> SourceLocation { SourceLocation() }
  #endif

  /// What the call stack says.
  struct Description {
    /// The innermost line that is not this package's own, as `File.swift:12`; `nil` without debug information.
    var line: String?

    /// Whether a global or static variable was being initialised, which happens once in a program.
    var isInitialisingGlobal = false
  }

  /// Looks up the file and line, which takes a while.
  func describe() -> Description {
    var description = Description()
    #if os(Linux)
      for frame in stack?.symbolicated()?.frames ?? [] {
        guard let symbol = frame.symbol else { continue }
        // The suffix is that of the function that runs once to initialise a global or static variable.
        if symbol.rawName.hasPrefix("$s"), symbol.rawName.hasSuffix("_WZ") { description.isInitialisingGlobal = true }
        guard description.line == nil, let location = symbol.sourceLocation, location.line > 0,
          Self.isUsers(location.path)
        else { continue }
        let file = location.path.split(separator: "/").last.map(String.init) ?? location.path
        description.line = "\(file):\(location.line)"
      }
    #endif
    return description
  }

  /// Whether a file is neither this package's nor made by the compiler. The code of a macro has no file; its caller is the
  /// next frame.
  private static func isUsers(_ path: String) -> Bool {
    path.hasPrefix("/") && path.hasSuffix(".swift") && !path.hasPrefix(packageSources)
  }

  /// The folder with the sources of this package, when it was compiled.
  private static let packageSources = String(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/")
}
