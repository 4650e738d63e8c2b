#if os(Linux)
  import Glibc
  import TerminalControls
  import TestSupport
  import Testing

  /// The program of the module's page, and what the page says of it.
  @Suite("The program of the page on the controls", .dedicatedThreads)
  final class JobsProgramTests {
    private static let (up, down) = ("\u{1B}[A", "\u{1B}[B")
    private static let names = ["build", "check the format", "test", "write the release notes", "release"]

    private func start(columns: Int = 60, rows: Int = 9, environment: [String: String] = [:]) throws
      -> TerminalSession
    {
      let session = try TerminalSession("JobsProgram", columns: columns, rows: rows, environment: environment)
      try session.wait(for: "the bar") { $0.lines[rows - 2].hasSuffix("%") }
      return session
    }

    /// Leaves with Escape.
    private func leave(_ session: TerminalSession) throws {
      try session.type("\u{1B}")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
      #expect(session.screen.unknown == [])
    }

    @Test("shows each control, and passes the keys to them")
    func controls() throws {
      let session = try start()
      #expect(
        session.screen.lines == [
          "Find:", "[ ] build", "[ ] check the format", "[ ] test", "[ ] write the release notes", "[ ] release", "",
          "[" + String(repeating: ".", count: 53) + "] 0%", "0 of 5 done. Enter marks a job, Escape leaves.",
        ])
      #expect(session.screen.text(inRow: 1, style: "7").hasPrefix("[ ] build"))
      try session.type("release" + Self.down + "\r")
      try session.wait(for: "1 of 5 done")
      #expect(session.screen.lines.prefix(4) == ["Find: release", "[ ] write the release notes", "[x] release", ""])
      #expect(session.screen.text(inRow: 2, style: "7").hasPrefix("[x] release"))
      #expect(session.screen.lines[7].hasPrefix("[##########.") && session.screen.lines[7].hasSuffix("] 20%"))
      // Ctrl-U empties the field, and so the list has all jobs again.
      try session.type("\u{15}")
      try session.wait(for: "all jobs") { $0.lines[5] == "[x] release" }
      try leave(session)
    }

    @Test("shows the done jobs in green, unless the environment asks for no colours")
    func colors() throws {
      for (environment, hasColors) in [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)] {
        let session = try start(environment: environment)
        try session.type("\r" + Self.down)
        try session.wait(for: "the mark") { $0.lines[1] == "[x] build" && !$0.text(inRow: 2, style: "7").isEmpty }
        #expect(session.screen.text(inRow: 1, style: "32") == (hasColors ? "[x] build" : ""), "\(environment)")
        try leave(session)
      }
    }

    @Test("fits a window of 20 columns")
    func narrow() throws {
      let session = try start(columns: 20)
      try session.type("a long text that scrolls")
      try session.wait(for: "that scrolls")
      #expect(
        session.screen.lines == [
          "Find:  that scrolls", "", "", "", "", "", "", "[.............] 0%", "0 of 5 done. Enter …",
        ])
      try session.type("\u{15}")
      try session.wait(for: "[ ] write the releas")
      #expect(session.screen.lines[4] == "[ ] write the releas")
      #expect(session.screen.column == 6 && session.screen.row == 0)
      try session.resize(columns: 7, rows: 9)
      try session.wait(for: "the percentage alone") { $0.lines[7] == "0%" }
      try leave(session)
    }

    @Test("prints plain lines into a file, and for a file as input")
    func withoutTerminal() throws {
      let folder = try TestFolder()
      let terminal = try PseudoTerminal()
      for input in [ChildProgram.Stream.terminal(terminal), .file("/dev/null")] {
        let program = try ChildProgram(
          "JobsProgram", input: input, output: .file("\(folder.path)/output"), errors: .file("\(folder.path)/errors"))
        #expect(try program.end() == .exit(0))
        #expect(try folder.read("output") == Self.names.map { $0 + "\n" }.joined())
        #expect(try folder.read("errors") == "")
      }
    }

    @Test(
      "ends when its window is closed: by SIGHUP or, if it ignores that or sees the closed window first, with status 1")
    func closedWindow() throws {
      for starter in [ChildProgram.Starter.tests, .shellThatIgnoresHangups] {
        let terminal = try PseudoTerminal()
        let program = try ChildProgram(
          "JobsProgram", startedBy: starter, input: .terminal(terminal), output: .terminal(terminal),
          errors: .file("/dev/null"))
        try terminal.channel.waitFor("leaves.")
        terminal.channel.close()
        let end = try program.end()
        #expect(end == .exit(1) || end == .signal(SIGHUP) && starter == .tests, "\(end)")
      }
    }

    @Test("a screen does not start without a terminal, and says so")
    func noTerminal() async {
      await #expect(processExitsWith: .success) {
        // A new session has no terminal.
        #expect(setsid() > 0)
        await #expect {
          try await Screen(on: Terminal()).run()
        } throws: { error in
          "\(error)" == "Cannot use the terminal: opening /dev/tty failed: No such device or address"
        }
      }
    }
  }
#endif
