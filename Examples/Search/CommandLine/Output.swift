import BindableKit
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes lines, up to a limit, from any thread.
///
/// `write` blocks until its lines are written, so that readers cannot get ahead of a slow output.
final class Output: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "output")
  /// The number of lines that may still be written.
  private let remaining: Bindable<Int>

  init(_ descriptor: Int32, limit: Int? = nil) {
    self.descriptor = descriptor
    remaining = Bindable(limit ?? .max)
  }

  /// Whether the limit has been reached.
  var isFull: Bool { remaining.value == 0 }

  /// Writes lines up to the limit, and returns how many it wrote.
  func write(_ chunk: OutputChunk) throws(OutputError) -> Int {
    let (count, error) = queue.sync {
      let count = remaining.modify { remaining in
        let count = min(remaining, chunk.count)
        remaining -= count
        return count
      }
      return (count, chunk.prefix(count).withUnsafeBytes { writeAll($0, to: descriptor) })
    }
    if let error { throw error }
    return count
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
  _ = Array("Search: \(message)\n".utf8).withUnsafeBytes { writeAll($0, to: STDERR_FILENO) }
}

/// Writes all of `bytes`, or returns the error.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> OutputError? {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      // Wait: another program may have made the terminal or pipe non-blocking.
      var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&file, 1, -1)
    } else if errno != EINTR {
      return OutputError(code: errno)
    }
  }
  return nil
}
