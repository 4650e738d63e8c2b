#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Occupies the numbers of standard input, output and error that the parent process has closed. Call this function
/// first.
///
/// Otherwise a file or queue opened later would get such a number and receive the output. Reading and writing still
/// fail, because `/dev/null` is opened for writing as standard input, and for reading as the other two.
package func occupyClosedDescriptors() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)  // Gets the lowest free number.
  }
}

/// Reads what `descriptor` has, at most `buffer.count` bytes, and waits while it has nothing: another program may have made
/// the terminal or pipe non-blocking.
///
/// - Returns: the number of bytes, 0 at the end; `nil` after an error, whose number is in `errno`.
package func readSome(of descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 { return count }
    if errno == EAGAIN {
      var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&file, 1, -1)
    } else if errno != EINTR {
      return nil
    }
  }
}

/// Writes all of `text`, and waits while the descriptor accepts nothing: another program may have made the terminal or
/// pipe non-blocking.
///
/// - Returns: `nil`, or the system's error number if not everything could be written.
package func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
  var text = text
  return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Writes all of `bytes`, like `writeAll(_:to:)` for text.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&file, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}
