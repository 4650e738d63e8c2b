import DeliveryCore

#if os(Linux)
  import CRuntime
  import Runtime
#endif

/// The line of source code where something was made. Recorded cheaply; the file and line are looked up on demand.
///
/// They come from the call stack, which the toolchain reads on Linux; elsewhere they are not known.
struct SourceLocation: Sendable {
  #if os(Linux)
    private let stack: Backtrace?

    /// The location of the caller's callers.
    ///
    /// The toolchain follows frame pointers wherever they lead, and looks one frame further than its limit.
    static func current() -> SourceLocation {
      let limit = Int(c_runtime_readable_frames(96)) - 2
      return SourceLocation(stack: limit > 0 ? try? Backtrace.capture(limit: limit, top: 0, images: images) : nil)
    }

    /// One thread at a time looks names up. Meanwhile the toolchain maps the program's file into memory for a while, and another
    /// thread that reads all mapped files would crash when it is gone.
    private static let lock = Lock()

    /// The program and its libraries. Without them, each capture would read all mapped files.
    private static let images = lock.withLock { ImageMap.capture() }

    private func frames(_ options: Backtrace.SymbolicationOptions = .default) -> [SymbolicatedBacktrace.Frame] {
      Self.lock.withLock { stack?.symbolicated(options: options)?.frames ?? [] }
    }
  #else
    static func current() -> SourceLocation { SourceLocation() }
  #endif

  /// Whether a global or static variable was being initialised, which happens once in a program.
  var isInitialisingGlobal: Bool {
    #if os(Linux)
      // Names alone: to look up lines as well takes many times as long.
      frames(.useSymbolCache).contains { frame in
        guard let name = frame.symbol?.rawName else { return false }
        // The suffix is that of the function that runs once to initialise a global or static variable.
        return name.hasPrefix("$s") && name.hasSuffix("_WZ")
      }
    #else
      false
    #endif
  }

  /// The innermost line that is not this package's own, as `File.swift:12`; `nil` without debug information. To look it up
  /// takes about a second.
  var line: String? {
    #if os(Linux)
      for frame in frames() {
        guard let location = frame.symbol?.sourceLocation, location.line > 0, Self.isUsers(location.path) else {
          continue
        }
        let file = location.path.split(separator: "/").last.map(String.init) ?? location.path
        return "\(file):\(location.line)"
      }
    #endif
    return nil
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
