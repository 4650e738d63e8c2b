#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The program owns its signals, with a screen too, in whichever order it begins and ends them. Each test runs a
  /// program on a pseudo-terminal.
  @Suite("Signals of a program with a screen", .dedicatedThreads)
  struct ScreenSignalTests {
    /// How often each signal is sent: rarely here, and 100 times by `.ci/run signals`.
    private static let repetitions =
      ProcessInfo.processInfo.environment["SIGNAL_STARTS"].flatMap { Int($0) }.map { $0 / 10 } ?? 3

    /// Starts the program, and reads its screen until a random moment.
    ///
    /// Swift's runtime must not report SIGQUIT: it asks the user, who sees a prompt, what to do.
    private func start(_ arguments: ByteString...) throws -> TerminalSession {
      let environment = ["SWIFT_BACKTRACE": "enable=no"]
      let session = try TerminalSession("ScreenProgram", arguments, environment: environment)
      try waitForTick(.random(in: 1...30), on: session)
      return session
    }

    private func waitForTick(_ tick: Int, on session: TerminalSession) throws {
      try session.wait(for: "tick \(tick)") { screen in
        let words = screen.lines[0].split(separator: " ")
        return words.first == "tick" && (Int(words.last ?? "") ?? 0) >= tick
      }
    }

    private func expectRestored(_ session: TerminalSession, _ location: SourceLocation = #_sourceLocation) throws {
      #expect(session.screen.isRestored, sourceLocation: location)
      #expect(try session.terminal.isInLineMode(), sourceLocation: location)
    }

    @Test(
      "a signal that the program handles reaches the program, and the screen's end restores the terminal",
      arguments: ["signals-first", "screen-first"], [SIGINT, SIGTERM, SIGHUP])
    func handled(part: String, number: Int32) throws {
      for _ in 0..<Self.repetitions {
        let session = try start(ByteString(part))
        session.program.signal(number)
        #expect(try session.end() == .exit(0))
        #expect(session.screen.text.contains("signal \(number) after some ticks"))
        try expectRestored(session)
      }
    }

    @Test("of many signals at random moments, the program receives each one")
    func many() throws {
      let numbers = [SIGINT, SIGTERM, SIGHUP].flatMap { Array(repeating: $0, count: Self.repetitions) }.shuffled()
      let session = try start("many", ByteString("\(numbers.count)"))
      for number in numbers {
        for _ in 0..<Int.random(in: 0...200) { sched_yield() }
        try session.readAll()
        // The system combines a signal with one that is still pending.
        while session.program.isPending(number) { sched_yield() }
        session.program.signal(number)
      }
      #expect(try session.end() == .exit(0))
      let each = Self.repetitions
      #expect(session.screen.text.contains("\(each), \(each) and \(each) signals"))
      try expectRestored(session)
    }

    @Test(
      "a signal that nothing handles restores the terminal and ends the program",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGPIPE, SIGALRM, __libc_current_sigrtmin()])
    func unhandled(number: Int32) throws {
      let session = try start("no-signals")
      session.program.signal(number)
      #expect(try session.end() == .signal(number))
      try expectRestored(session)
    }

    @Test(
      "SIGQUIT, sent or typed, restores the terminal for the backtrace of Swift's runtime", .enabled(if: !isSanitized),
      arguments: [false, true])
    func backtrace(isTyped: Bool) throws {
      let options = "enable=yes,interactive=no,color=no,symbolicate=off,threads=crashed,images=none,registers=none"
      let environment = ["SWIFT_BACKTRACE": options]
      let session = try TerminalSession("ScreenProgram", ["no-signals"], environment: environment)
      try waitForTick(5, on: session)
      if isTyped { try session.type("\u{1C}") } else { session.program.signal(SIGQUIT) }
      #expect(try session.end() == .signal(SIGQUIT))
      let afterwards = session.terminal.channel.text.split(separator: "\u{1B}[?1049l").last ?? ""
      #expect(afterwards.contains("Backtracing") && !afterwards.contains("tick"), "\(afterwards)")
      try expectRestored(session)
    }

    @Test("once the program no longer handles it, a signal restores the terminal and ends the program")
    func signalsEnd() throws {
      let session = try start("signals-end")
      session.program.signal(SIGINT)
      try session.wait(for: "ended after")
      session.program.signal(SIGINT)
      #expect(try session.end() == .signal(SIGINT))
      try expectRestored(session)
    }

    @Test("the program still handles a signal once its screen has ended")
    func screenEnds() throws {
      let session = try TerminalSession("ScreenProgram", ["screen-ends"])
      try session.wait(for: "stopped")
      try expectRestored(session)
      session.program.signal(SIGTERM)
      try session.wait(for: "signal \(SIGTERM)")
      #expect(try session.end() == .exit(0))
    }

    @Test("once both have ended, a signal has its default action")
    func bothEnd() throws {
      let session = try TerminalSession("ScreenProgram", ["both-end"])
      try session.wait(for: "ended")
      session.program.signal(SIGTERM)
      #expect(try session.end() == .signal(SIGTERM))
      try expectRestored(session)
    }

    @Test("handlers of the program's own are called, also for a new size, and what it ignores has no effect")
    func ownHandlers() throws {
      let session = try start("own-handlers")
      session.program.signal(SIGUSR2)
      session.program.signal(SIGUSR1)
      try session.resize(columns: 40, rows: 10)
      try session.wait(for: "the calls") { $0.lines[0].contains(" 1 and 1 ") }
      try waitForTick(100, on: session)
      session.program.signal(SIGINT)
      #expect(try session.end() == .exit(0))
      #expect(session.screen.text.contains("1 and 1"))
      try expectRestored(session)
    }

    @Test("a handler that the program installs later, and that calls the former one, is not called without end")
    func handlerAbove() throws {
      let session = try start("handlers-above")
      session.program.signal(SIGUSR1)
      try session.resize(columns: 40, rows: 10)
      try session.wait(for: "the calls") { screen in
        screen.lines[0].hasPrefix("tick") && !screen.lines[0].contains(/\b0 and|and 0\b/)
      }
      try waitForTick(100, on: session)
      session.program.signal(SIGINT)
      #expect(try session.end() == .exit(0))
      #expect(session.screen.text.contains("few and few"))
      try expectRestored(session)
    }

    @Test("Ctrl-Z restores the terminal, and fg shows the screen again, of a program that handles signals")
    func stops() throws {
      let session = try TerminalSession("ScreenProgram", ["signals-first"], startedBy: .shellWithJobControl)
      try waitForTick(5, on: session)
      try session.type("\u{1A}")
      try session.wait(for: "STOPPED")
      try expectRestored(session)
      try session.type("\n")
      try session.wait(for: "the screen") { $0.isAlternate && $0.lines[0].hasPrefix("tick") }
      try session.type("\u{3}")
      try session.wait(for: "ENDED 0")
      #expect(session.screen.text.contains("signal \(SIGINT) after some ticks"))
      #expect(try session.end() == .exit(0))
      try expectRestored(session)
    }
  }
#endif
