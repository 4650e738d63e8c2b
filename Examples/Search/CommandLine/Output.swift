import BindableKit
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes lines, up to a number of them, from any thread.
///
/// A thread that writes waits until its lines are written, and so do the others: readers are never ahead of a slow output.
final class Output: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "output")
  /// How many lines may still be written.
  private let remaining: Bindable<Int>

  init(_ descriptor: Int32, limit: Int? = nil) {
    self.descriptor = descriptor
    remaining = Bindable(limit ?? .max)
  }

  /// Whether all lines have been written that may be.
  var isFull: Bool { remaining.value == 0 }

  /// Writes the lines, or the first of them if that makes the output full. Returns how many it wrote.
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

/// Output cannot be written.
struct OutputError: Error {
  /// The system's error number.
  let code: Int32

  var message: String { "write error: \(String(cString: strerror(code)))" }
}

/// Writes a line on standard error, at once.
func warn(_ message: String) {
  _ = Array("Search: \(message)\n".utf8).withUnsafeBytes { writeAll($0, to: STDERR_FILENO) }
}

/// Writes all of `bytes`, or returns why that is not possible.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> OutputError? {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      // The other end of a terminal or pipe may have been made non-blocking by another program.
      var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&file, 1, -1)
    } else if errno != EINTR {
      return OutputError(code: errno)
    }
  }
  return nil
}
