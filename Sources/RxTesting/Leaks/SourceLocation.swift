import CRuntime
import DeliveryCore
import Runtime

/// The source line where an object was made. Recording is cheap; the file and line are looked up on demand.
struct SourceLocation: Sendable {
  private let stack: Backtrace?

  /// The location of the current call.
  ///
  /// The capture is limited to readable frames, because the toolchain follows frame pointers even into unreadable
  /// memory. The limit leaves a margin, because the toolchain reads one frame beyond it.
  static func current() -> SourceLocation {
    let limit = Int(c_runtime_readable_frames(96)) - 2
    return SourceLocation(stack: limit > 0 ? try? Backtrace.capture(limit: limit, top: 0, images: images) : nil)
  }

  /// The addresses of the calls.
  var stackText: String { stack.map { "\($0)" } ?? "" }

  /// Only one thread looks up names at a time. A lookup temporarily maps the program's file into memory, and another
  /// thread that reads all mapped files would crash when the mapping is removed.
  private static let lock = Lock()

  /// The program and its libraries. Without this map, each capture would read all mapped files.
  private static let images = lock.withLock { ImageMap.capture() }

  private func frames(_ options: Backtrace.SymbolicationOptions = .default) -> [SymbolicatedBacktrace.Frame] {
    Self.lock.withLock { stack?.symbolicated(options: options)?.frames ?? [] }
  }

  /// Whether a global or static variable was being initialised, which happens once per program.
  var isInitialisingGlobal: Bool {
    // Symbol names only: looking up lines as well takes many times as long.
    frames(.useSymbolCache).contains { frame in
      guard let name = frame.symbol?.rawName else { return false }
      // The mangled suffix of the function that initialises a global or static variable.
      return name.hasPrefix("$s") && name.hasSuffix("_WZ")
    }
  }

  /// The innermost line outside this package, as `File.swift:12`; `nil` without debug information. A lookup takes about
  /// a second.
  var line: String? {
    for frame in frames() {
      guard let location = frame.symbol?.sourceLocation, location.line > 0, Self.isUsers(location.path) else {
        continue
      }
      let file = location.path.split(separator: "/").last.map(String.init) ?? location.path
      return "\(file):\(location.line)"
    }
    return nil
  }

  /// Whether a file is neither part of this package nor compiler-generated. Macro-generated code has no file; its
  /// caller is the next frame.
  private static func isUsers(_ path: String) -> Bool {
    path.hasPrefix("/") && path.hasSuffix(".swift") && !path.hasPrefix(packageSources)
  }

  /// The folder that held the sources of this package at compile time.
  private static let packageSources = String(
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/")
}
