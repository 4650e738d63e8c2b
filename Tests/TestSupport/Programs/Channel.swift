#if os(Linux)
  import Glibc
  import Testing

  /// Held while descriptors are created or a child starts. A child started after a descriptor is created but before its
  /// flag is set would inherit the descriptor.
  ///
  /// The value is not empty, because the thread sanitizer confuses an empty value with adjacent memory.
  let descriptorLock = Guarded(0)

  /// The test's end of a pipe or terminal.
  public final class Channel {
    /// Thrown when nothing arrives within the limit.
    public struct Timeout: Error {
      /// The text read before.
      public let read: String
    }

    public private(set) var descriptor: Int32
    /// All bytes read so far.
    public private(set) var bytes: [UInt8] = []

    public init(_ descriptor: Int32) { self.descriptor = descriptor }

    convenience init(notInherited descriptor: Int32) throws {
      self.init(descriptor)
      try #require(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
    }

    deinit { close() }

    /// A pipe, one end of which a child uses.
    public static func pipe() throws -> (readEnd: Channel, writeEnd: Channel) {
      try descriptorLock.withLock { _ in
        var ends: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        return (try Channel(notInherited: ends[0]), try Channel(notInherited: ends[1]))
      }
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes all of `text`, waiting for room if necessary.
    public func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Writes all of `bytes`, waiting for room if necessary.
    public func write(_ bytes: [UInt8]) throws {
      var position = 0
      while position < bytes.count {
        try wait(for: POLLOUT)
        // A writable pipe has room for this many bytes.
        let count = bytes[position...].prefix(4096).withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        try #require(count > 0)
        position += count
      }
    }

    /// Closes this end.
    public func close() {
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }

    /// Whether bytes can be read now.
    public var hasBytes: Bool { isReady(within: 0) }

    /// Whether bytes can be read within this time.
    public func isReady(within milliseconds: Int32) -> Bool {
      var files = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      return poll(&files, 1, milliseconds) == 1
    }

    private func wait(for event: Int32) throws {
      var files = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
      guard poll(&files, 1, limitInMilliseconds) == 1 else { throw Timeout(read: text) }
    }

    /// Reads until `text` has been read. Throws if the text does not arrive.
    public func waitFor(_ text: String) throws {
      while !self.text.contains(text) { try #require(try readSome(), "the end came before \(text): \(self.text)") }
    }

    /// Reads until the other end is closed. Returns everything read so far.
    @discardableResult
    public func readToEnd() throws -> String {
      while try readSome() {}
      return text
    }

    /// Waits for bytes and reads up to `count` of them. Returns `false` at the end.
    public func readSome(atMost count: Int = 1 << 16) throws -> Bool {
      try wait(for: POLLIN)
      var buffer = [UInt8](repeating: 0, count: count)
      // A negative result also means the end: reading from a terminal fails then.
      let read = read(descriptor, &buffer, buffer.count)
      if read > 0 { bytes += buffer[..<read] }
      return read > 0
    }
  }
#endif
