#if os(Linux)
  import Glibc
  import TestSupport
  import Testing

  @testable import Counter

  private let styles = CounterStyle.allCases.map(\.rawValue)

  @Suite("The program Counter without a terminal", .dedicatedThreads)
  struct CounterLinesTests {
    private func run(
      _ arguments: [ByteString], input: String = "", inputFile: String? = nil, output: String? = nil
    ) throws -> (Int32, String, String) {
      let folder = try TestFolder()
      try folder.write(input, to: "in")
      let program = try ChildProgram(
        "Counter", arguments, input: .file(inputFile ?? "\(folder.path)/in"),
        output: .file(output ?? "\(folder.path)/out"), errors: .file("\(folder.path)/err"))
      guard case .exit(let status) = try program.end() else { return (-1, "", "") }
      return (status, output == nil ? try folder.read("out") : "", try folder.read("err"))
    }

    @Test("prints the count at the start and after each command", arguments: styles)
    func counts(style: String) throws {
      let result = try run(["--style", ByteString(style)], input: "+\n+\n-\nreset\nreset\n-")
      #expect(result == (0, "0\n1\n2\n1\n0\n0\n-1\n", ""))
    }

    @Test("gives all styles the same commands on a background queue, and prints what each view received, and where")
    func comparison() throws {
      let result = try run(["--style", "all"], input: "+\n-\nreset\n-")
      #expect(
        result == (
          0,
          """
          command  sent on     bindable    rx          bridged
          (start)  main        0 on main   0 on main   0 on main
          +        background  1 on main   1 on main   1 on main
          -        background  0 on main   0 on main   0 on main
          reset    background  0 on main   0 on main   0 on main
          -        background  -1 on main  -1 on main  -1 on main

          """, ""
        ))
    }

    @Test("reports a line that is not a command, continues, and ends with status 1")
    func mistake() throws {
      let result = try run([], input: "+\nplus\n+\n")
      #expect(result == (1, "0\n1\n2\n", "Counter: line 2 is not a command: write +, - or reset\n"))
    }

    @Test("without input prints the count")
    func noInput() throws { #expect(try run([], input: "") == (0, "0\n", "")) }

    @Test("reports an invalid argument on one line, and ends with status 2")
    func arguments() throws {
      let styles = "Counter: --style needs one of bindable, rx, bridged, all\n"
      #expect(try run(["--style", "x"], input: "") == (2, "", styles))
      #expect(try run(["--style"], input: "") == (2, "", styles))
      #expect(
        try run(["a\u{1B}[2J"], input: "").2 == "Counter: there is no option a^[[2J; --help lists the options\n")
      #expect(try run(["--help"], input: "").1.contains("--style bindable|rx|bridged|all"))
    }

    @Test("reports that standard input cannot be read")
    func unreadable() throws {
      let result = try run([], inputFile: "/")
      #expect(result == (1, "0\n", "Counter: cannot read standard input: Is a directory\n"))
    }

    @Test("prints everything on a slow output that another program has made non-blocking")
    func nonBlockingOutput() throws {
      let folder = try TestFolder()
      let steps = 200_000
      try folder.write(String(repeating: "+\n", count: steps), to: "in")
      let output = try Channel.pipe()
      _ = fcntl(output.writeEnd.descriptor, F_SETFL, O_NONBLOCK)
      let program = try ChildProgram(
        "Counter", input: .file("\(folder.path)/in"), output: .channel(output.writeEnd),
        errors: .file("\(folder.path)/err"))
      output.writeEnd.close()
      // Begin to read when the program seems to be waiting for it.
      _ = output.readEnd.isReady(within: -1)
      var (waiting, rounds) = (Int32(0), 0)
      while rounds < 50_000 {
        let before = waiting
        _ = ioctl(output.readEnd.descriptor, UInt(FIONREAD), &waiting)
        rounds = waiting == before ? rounds + 1 : 0
        sched_yield()
      }
      #expect(try output.readEnd.readToEnd() == (0...steps).map { "\($0)\n" }.joined())
      #expect(try program.end() == .exit(0))
    }

    @Test("reads all of a slow input that another program has made non-blocking")
    func nonBlockingInput() throws {
      let folder = try TestFolder()
      let (input, output) = (try Channel.pipe(), try Channel.pipe())
      _ = fcntl(input.readEnd.descriptor, F_SETFL, O_NONBLOCK)
      let program = try ChildProgram(
        "Counter", input: .channel(input.readEnd), output: .channel(output.writeEnd),
        errors: .file("\(folder.path)/err"))
      output.writeEnd.close()
      var expected = "0\n"
      for _ in 1...20 {
        try input.writeEnd.write("+\nres")
        expected += "1\n"
        try output.readEnd.waitFor(expected)
        try input.writeEnd.write("et\n")
        expected += "0\n"
        try output.readEnd.waitFor(expected)
      }
      input.writeEnd.close()
      #expect(try output.readEnd.readToEnd() == expected)
      #expect(try program.end() == .exit(0))
      #expect(try folder.read("err") == "")
    }

    @Test("reports that standard output is full")
    func full() throws {
      let result = try run([], input: "+\n", output: "/dev/full")
      #expect(result == (1, "", "Counter: cannot write to standard output: No space left on device\n"))
    }
  }

  @Suite("The program Counter on a terminal", .dedicatedThreads)
  struct CounterTerminalTests {
    @Test("keys step and reset the count; q ends the program and restores the terminal", arguments: styles)
    func keys(style: String) throws {
      let session = try TerminalSession("Counter", ["--style", ByteString(style)])
      try session.wait(for: "Count: 0")
      #expect(session.screen.isAlternate && !session.screen.isCursorVisible)
      #expect(try !session.terminal.isInLineMode())
      for (keys, count) in [("+", 1), ("\u{1B}[A", 2), ("---", -1), ("\u{1B}OB", -2), ("r", 0), ("++", 2)] {
        try session.type(keys)
        try session.wait(for: "Count: \(count)")
      }
      try session.type("q")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
      #expect(session.screen.unknown == [])
    }

    @Test("all styles have a line each, which shows what their views received, and on which queue")
    func comparison() throws {
      let session = try TerminalSession("Counter", ["--style", "all"])
      try session.wait(for: "bridged: 0 on main")
      try session.type("+-r")
      for style in styles { try session.wait(for: "\(style): 0 on main, 1 on main, 0 on main, 0 on main") }
      try session.type("q")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
    }

    @Test("a lone Escape ends the program")
    func escape() throws {
      let session = try TerminalSession("Counter")
      try session.wait(for: "Count: 0")
      try session.type("\u{1B}")
      #expect(try session.end() == .exit(0))
      #expect(session.screen.isRestored)
    }

    @Test("a signal ends the program and restores the terminal", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(number: Int32) throws {
      let session = try TerminalSession("Counter", environment: ["SWIFT_BACKTRACE": "enable=no"])
      try session.wait(for: "Count: 0")
      session.program.signal(number)
      #expect(try session.end() == .signal(number))
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
    }

    @Test("Ctrl-C ends the program")
    func interrupt() throws {
      let session = try TerminalSession("Counter")
      try session.wait(for: "Count: 0")
      try session.type("\u{3}")
      #expect(try session.end() == .signal(SIGINT))
      #expect(session.screen.isRestored)
    }

    @Test("Ctrl-Z restores the terminal and stops the program, which draws again when it continues")
    func stops() throws {
      let session = try TerminalSession("Counter", startedBy: .shellWithJobControl)
      try session.wait(for: "Count: 0")
      try session.type("+")
      try session.wait(for: "Count: 1")
      try session.type("\u{1A}")
      try session.wait(for: "STOPPED")
      #expect(session.screen.isRestored)
      #expect(try session.terminal.isInLineMode())
      try session.type("\n")
      try session.wait(for: "the screen") { $0.isAlternate && $0.text.contains("Count: 1") }
      try session.type("+")
      try session.wait(for: "Count: 2")
      #expect(try !session.terminal.isInLineMode())
      try session.type("q")
      try session.wait(for: "ENDED 0")
      #expect(session.screen.isRestored)
      #expect(try session.end() == .exit(0))
    }

    @Test("a stop without a shell that could continue the program changes nothing")
    func doesNotStop() throws {
      let session = try TerminalSession("Counter")
      try session.wait(for: "Count: 0")
      session.program.signal(SIGTSTP)
      try session.type("+")
      try session.wait(for: "the count") { $0.isAlternate && $0.text.contains("Count: 1") }
      try session.type("q")
      #expect(try session.end() == .exit(0))
    }

    @Test("redraws in a window of another size, however small")
    func resize() throws {
      let session = try TerminalSession("Counter")
      try session.wait(for: "Count: 0")
      try session.resize(columns: 12, rows: 4)
      try session.type("+")
      try session.wait(for: "Count: 1")
      try session.resize(columns: 1, rows: 1)
      try session.resize(columns: 80, rows: 24)
      try session.wait(for: "quit")
      try session.type("q")
      #expect(try session.end() == .exit(0))
    }

    @Test("ends when its terminal is closed")
    func closed() throws {
      let session = try TerminalSession("Counter")
      try session.wait(for: "Count: 0")
      session.terminal.channel.close()
      let end = try session.program.end()
      #expect(end == .signal(SIGHUP) || end == .exit(0), "\(end)")
    }

    @Test("writes no colours and no styles to a terminal without them")
    func dumb() throws {
      let session = try TerminalSession("Counter", environment: ["NO_COLOR": "1"])
      try session.wait(for: "Count: 0")
      try session.type("q")
      #expect(try session.end() == .exit(0))
      #expect(!session.terminal.channel.text.contains("\u{1B}[3"))
    }
  }
#endif
