#if os(Linux)
  import Glibc
  import Testing

  /// A program of this package on a pseudo-terminal, as a user sees and controls it.
  public final class TerminalSession {
    /// Thrown if the program ends, or the limit passes, before the expected screen appears.
    public struct NotShown: Error, CustomStringConvertible {
      public let description: String
    }

    public let terminal: PseudoTerminal
    public let program: ChildProgram
    public private(set) var screen: ScreenModel
    private var shown = 0

    /// Starts the program.
    ///
    /// - Parameter output: standard output, if that is not the terminal.
    public init(
      _ name: String, _ arguments: [ByteString] = [], columns: Int = 80, rows: Int = 24,
      environment: [String: String] = [:], startedBy starter: ChildProgram.Starter = .tests,
      output: ChildProgram.Stream? = nil
    ) throws {
      terminal = try PseudoTerminal(columns: columns, rows: rows)
      screen = ScreenModel(columns: columns, rows: rows)
      let variables = ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 }
      program = try ChildProgram(
        name, arguments, environment: variables, startedBy: starter, input: .terminal(terminal),
        output: output ?? .terminal(terminal), errors: .terminal(terminal))
    }

    /// Types text, or the bytes of keys, such as `"\u{1B}[A"` for Up.
    public func type(_ text: String) throws { try terminal.channel.write(text) }

    public func resize(columns: Int, rows: Int) throws {
      // Output read before the change belongs to the former size.
      screen.resize(columns: columns, rows: rows)
      try terminal.resize(columns: columns, rows: rows)
    }

    /// Reads until the screen satisfies `condition`. Returns the time taken.
    @discardableResult
    public func wait(for what: String, until condition: (ScreenModel) throws -> Bool) throws -> Duration {
      let start = ContinuousClock.now
      while try !condition(screen) {
        guard try readSome() else { throw NotShown(description: "\(what) did not come.\n\(screen.text)") }
      }
      return ContinuousClock.now - start
    }

    /// Reads until `text` is on the screen.
    @discardableResult
    public func wait(for text: String) throws -> Duration {
      try wait(for: "\"\(text)\"") { $0.lines.contains { $0.contains(text) } }
    }

    /// Reads everything that the program has written so far.
    public func readAll() throws {
      while terminal.channel.hasBytes, try readSome() {}
    }

    private func readSome() throws -> Bool {
      do {
        let isOpen = try terminal.channel.readSome()
        screen.write(Array(terminal.channel.bytes[shown...]))
        shown = terminal.channel.bytes.count
        return isOpen
      } catch is Channel.Timeout {
        throw NotShown(description: "Nothing came for a long time.\n\(screen.text)")
      }
    }

    /// Waits until the program ends, and reads all its output.
    public func end() throws -> ChildProgram.End {
      while try readSome() {}
      return try program.end()
    }
  }
#endif
