#if os(Linux)
  import Glibc
  import Testing

  /// A terminal for a child. Reading `channel` returns the child's output, and writing to it types keys.
  public final class PseudoTerminal {
    public let channel: Channel
    /// The path with which the child opens the terminal.
    public let name: String

    public init(columns: Int = 80, rows: Int = 24) throws {
      (channel, name) = try descriptorLock.withLock { _ in
        var (terminal, other): (Int32, Int32) = (-1, -1)
        try #require(openpty(&terminal, &other, nil, nil, nil) == 0)
        defer { Glibc.close(other) }
        var name = [CChar](repeating: 0, count: 128)
        try #require(ttyname_r(other, &name, name.count) == 0)
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (try Channel(notInherited: terminal), String(decoding: bytes, as: UTF8.self))
      }
      try resize(columns: columns, rows: rows)
    }

    /// Resizes the window, which sends the child SIGWINCH.
    public func resize(columns: Int, rows: Int) throws {
      var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      try #require(ioctl(channel.descriptor, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Opens the other end, as the child does.
    public func open() throws -> Channel {
      let descriptor = Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
      try #require(descriptor >= 0)
      return Channel(descriptor)
    }

    /// Types a line, and returns when the child has read it.
    public func type(line: String) throws {
      let other = try open()
      try channel.write(line + "\n")
      try channel.waitFor(line + "\r\n")  // Once echoed, the line can be read.
      var waiting: Int32 = 1
      while waiting > 0 {
        sched_yield()
        try #require(ioctl(other.descriptor, UInt(FIONREAD), &waiting) == 0)
      }
    }

    /// Whether the terminal echoes and collects input in lines, as it does before and after a program that reads single
    /// keys.
    public func isInLineMode() throws -> Bool {
      var settings = termios()
      try #require(tcgetattr(channel.descriptor, &settings) == 0)
      return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    /// The screen after all bytes read from the channel.
    public func screen(columns: Int = 80, rows: Int = 24) -> ScreenModel {
      var screen = ScreenModel(columns: columns, rows: rows)
      screen.write(channel.bytes)
      return screen
    }

    /// The lines on the screen after all bytes read from the channel. Supports only the output of this package's
    /// programs: new lines, carriage returns, and deletion to the end of a line.
    public var lines: [String] {
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
