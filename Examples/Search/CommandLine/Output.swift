import Synchronization
import TerminalControls

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes lines, up to a limit, from any thread.
///
/// `write` blocks until its lines are written, so that readers cannot get ahead of a slow output.
final class Output: Sendable {
  private let descriptor: Int32
  /// The maximum number of lines.
  let limit: Int
  private let written = Mutex(0)

  init(_ descriptor: Int32, limit: Int? = nil) {
    self.descriptor = descriptor
    self.limit = limit ?? .max
  }

  /// The number of lines written. Waits for a write in progress.
  var count: Int { written.withLock { $0 } }

  /// Whether the limit has been reached. Waits for a write in progress.
  var isFull: Bool { count == limit }

  /// Writes lines up to the limit.
  func write(_ chunk: OutputChunk) throws(OutputError) {
    let error = written.withLock { written in
      let count = min(limit - written, chunk.count)
      let error = chunk.prefix(count).withUnsafeBytes { writeAll($0, to: descriptor) }
      if error == nil { written += count }
      return error
    }
    if let error { throw OutputError(code: error) }
  }
}

/// Thrown when output cannot be written.
struct OutputError: Error {
  /// The system's error number.
  let code: Int32

  var message: String { "write error: \(String(cString: strerror(code)))" }
}

/// Writes a line to standard error, unbuffered.
func warn(_ message: String) {
  _ = writeAll("Search: \(message)\n", to: STDERR_FILENO)
}
