#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Occupies the numbers of standard input, output and error that the parent process has closed. Call this function
/// first.
///
/// Otherwise a file or queue opened later would get such a number and receive the output. Reading and writing still
/// fail, because `/dev/null` is opened for writing as standard input, and for reading as the other two.
public func occupyClosedDescriptors() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)  // Gets the lowest free number.
  }
}
