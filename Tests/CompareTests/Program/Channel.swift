#if os(Linux)
  import Glibc
  import TestSupport
  import Testing

  /// A child that starts between the making of a descriptor and the setting of its flag would inherit the descriptor.
  let descriptorLock = Guarded(())

  /// The end of a pipe or terminal that the test holds.
  final class Channel {
    struct Timeout: Error {
      let read: String
    }

    /// A limit that matters on failure only.
    private static let milliseconds: Int32 = 180_000

    private(set) var descriptor: Int32
    /// All bytes read so far.
    private(set) var bytes: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    convenience init(notInherited descriptor: Int32) throws {
      self.init(descriptor)
      try #require(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
    }

    deinit { close() }

    /// A pipe; the other end is for a child.
    static func pipe() throws -> (readEnd: Channel, writeEnd: Channel) {
      try descriptorLock.withLock { _ in
        var ends: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        return (try Channel(notInherited: ends[0]), try Channel(notInherited: ends[1]))
      }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes all of `text`, and waits for room as long as that takes.
    func write(_ text: String) throws {
      let bytes = Array(text.utf8)
      var position = 0
      while position < bytes.count {
        try wait(for: POLLOUT)
        // When a pipe has room, it has room for this many bytes.
        let count = bytes[position...].prefix(4096).withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        try #require(count > 0)
        position += count
      }
    }

    /// Closes this end.
    func close() {
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }

    /// Whether there is something to read now.
    var hasBytes: Bool {
      var files = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      return poll(&files, 1, 0) == 1
    }

    private func wait(for event: Int32) throws {
      var files = [pollfd(fd: descriptor, events: Int16(event), revents: 0)]
      guard poll(&files, 1, Self.milliseconds) == 1 else { throw Timeout(read: text) }
    }

    /// Reads until `text` has been read. Throws if it does not come.
    func waitFor(_ text: String) throws {
      while !self.text.contains(text) { try #require(try readSome(), "the end came before \(text): \(self.text)") }
    }

    /// Reads until the other end is closed. Returns all that has been read, also before.
    @discardableResult
    func readToEnd() throws -> String {
      while try readSome() {}
      return text
    }

    /// Waits for bytes and reads up to `count` of them. Returns `false` at the end.
    func readSome(atMost count: Int = 1 << 16) throws -> Bool {
      try wait(for: POLLIN)
      var buffer = [UInt8](repeating: 0, count: count)
      // The end of a terminal is an error.
      let read = read(descriptor, &buffer, buffer.count)
      if read > 0 { bytes += buffer[..<read] }
      return read > 0
    }
  }

  /// A terminal for a child: what the child writes to it can be read from `channel`, and what the test writes to that is
  /// typed.
  final class Terminal {
    let channel: Channel
    /// The name by which the child opens the terminal.
    let name: String

    init(columns: Int = 80, rows: Int = 24) throws {
      (channel, name) = try descriptorLock.withLock { _ in
        var (terminal, other): (Int32, Int32) = (-1, -1)
        try #require(openpty(&terminal, &other, nil, nil, nil) == 0)
        defer { Glibc.close(other) }
        var name = [CChar](repeating: 0, count: 128)
        try #require(ttyname_r(other, &name, name.count) == 0)
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (try Channel(notInherited: terminal), String(decoding: bytes, as: UTF8.self))
      }
      var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      try #require(ioctl(channel.descriptor, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Opens the other end, as the child does.
    func open() throws -> Channel {
      let descriptor = Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(descriptor >= 0)
      return Channel(descriptor)
    }

    /// Types a line, and returns when the child has read it.
    func type(line: String) throws {
      let other = try open()
      try channel.write(line + "\n")
      try channel.waitFor(line + "\r\n")  // The echo: now the line can be read.
      var waiting: Int32 = 1
      while waiting > 0 {
        sched_yield()
        try #require(ioctl(other.descriptor, UInt(FIONREAD), &waiting) == 0)
      }
    }

    /// The lines that a user sees after all that was read from the channel. Knows what the program uses: new lines,
    /// returns, and the deletion of the rest of a line.
    var lines: [String] {
      var lines: [String] = []
      var line: [Character] = []
      var column = 0
      var rest = channel.text.replacing("\r\n", with: "\n")[...]
      while let character = rest.popFirst() {
        if character == "\n" {
          lines.append(String(line))
          (line, column) = ([], 0)
        } else if character == "\r" {
          column = 0
        } else if character == "\u{1B}", rest.hasPrefix("[K") {
          rest = rest.dropFirst(2)
          line = Array(line.prefix(column))
        } else {
          if column < line.count { line[column] = character } else { line.append(character) }
          column += 1
        }
      }
      return lines + [String(line)]
    }
  }
#endif
