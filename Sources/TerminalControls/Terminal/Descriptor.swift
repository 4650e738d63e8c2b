import CRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open terminal in non-blocking mode, closed on deallocation.
final class Descriptor: Sendable {
  /// The result of a read.
  enum Input {
    case bytes([UInt8])
    case nothing
    case closed
  }

  let number: Int32

  /// Opens the terminal a second time, so that non-blocking mode does not affect other programs that use it.
  init(opening path: String) throws(TerminalError) {
    number = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    if number < 0 { throw .unavailable(path: path, reason: String(cString: strerror(errno))) }
  }

  deinit { close(number) }

  /// The size of the terminal, or 80 by 24 if the terminal does not report one.
  var size: Size {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Reads the available bytes.
  func receive() -> Input {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      let result = read(number, buffer.baseAddress, buffer.count)
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    if let failure { return isTemporary(failure) ? .nothing : .closed }
    return bytes.isEmpty ? .closed : .bytes(bytes)
  }

  /// Writes as many of `bytes` as possible and returns their number; `nil` if the terminal was closed.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return isTemporary(errno) ? 0 : nil
  }

  /// Waits until the terminal accepts output; returns `false` at the timeout.
  func waitUntilWritable(milliseconds: Int) -> Bool {
    var file = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return milliseconds > 0 && poll(&file, 1, Int32(clamping: milliseconds)) != 0
  }

  private func isTemporary(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }
}

/// A descriptor that can be read while the terminal can be read or written, or has been closed.
///
/// Dispatch must not watch the terminal itself. If that is closed, Dispatch uses its own note about the descriptor after
/// another thread may have freed it: see https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949.
final class Watch: Sendable {
  let descriptor: Descriptor
  let number: Int32

  init(_ descriptor: Descriptor, writes: Bool) throws(TerminalError) {
    self.descriptor = descriptor
    number = c_runtime_watch(descriptor.number, writes)
    if number < 0 {
      throw .unavailable(path: "a descriptor for the terminal's events", reason: String(cString: strerror(errno)))
    }
  }

  deinit { close(number) }
}
