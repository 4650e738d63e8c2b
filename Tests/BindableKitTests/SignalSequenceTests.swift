#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `MainQueue.signals`: no signal that arrives after the call is lost or has its default effect (B18). Each test runs
  /// a program, because signals belong to a process.
  @Suite("Signals as a sequence", .dedicatedThreads) struct SignalSequenceTests {
    /// How often the tests with processes are repeated: rarely here, and 1,000 times by `.ci/run signals`.
    private static let starts = ProcessInfo.processInfo.environment["SIGNAL_STARTS"].flatMap { Int($0) } ?? 20

    /// A program that prints the number of signals received after each one.
    struct Counter: CustomTestStringConvertible, Sendable {
      let program: String
      let part: ByteString
      let testDescription: String
    }

    private static let counters = [
      Counter(program: "SignalProgram", part: "count", testDescription: "an async main"),
      Counter(program: "MainQueueProgram", part: "count-in-run", testDescription: "beside MainQueue.run"),
    ]

    /// A started program, up to the return of its call.
    private func start(_ counter: Counter) throws -> (program: ChildProgram, output: Channel) {
      let output = try Channel.pipe()
      let program = try ChildProgram(
        counter.program, [counter.part], input: .file("/dev/null"), output: .channel(output.writeEnd),
        errors: .file("/dev/null"))
      output.writeEnd.close()
      try output.readEnd.waitFor("ready\n")
      return (program, output.readEnd)
    }

    /// The output of a part, and how the program ended.
    private func run(_ arguments: String...) throws -> (output: String, errors: String, end: ChildProgram.End) {
      let (output, folder) = (try Channel.pipe(), try TestFolder())
      let program = try ChildProgram(
        "SignalProgram", arguments.map { ByteString($0) }, environment: ["SWIFT_BACKTRACE": "enable=no"],
        input: .file("/dev/null"), output: .channel(output.writeEnd), errors: .file("\(folder.path)/errors"))
      output.writeEnd.close()
      let text = try output.readEnd.readToEnd()
      return (text, try folder.read("errors"), try program.end())
    }

    @Test("a signal that arrives right after the call is received, at every start", arguments: counters)
    func starts(counter: Counter) throws {
      for _ in 0..<Self.starts {
        let (program, output) = try start(counter)
        program.signal(SIGINT)
        try output.waitFor("1 and 0\n")
        program.signal(SIGTERM)
        #expect(try output.readToEnd() == "ready\n1 and 0\nend\n")
        #expect(try program.end() == .exit(0))
      }
    }

    @Test("of signals that arrive every millisecond, none is lost", arguments: counters)
    func everyMillisecond(counter: Counter) throws {
      for _ in 0..<max(1, Self.starts / 10) {
        let (program, output) = try start(counter)
        var sent = 0
        let clock = ContinuousClock()
        var next = clock.now
        while sent < 50 {
          // The system combines a signal with one that is still pending.
          if clock.now < next || program.isPending(SIGINT) { continue }
          program.signal(SIGINT)
          sent += 1
          next += .milliseconds(1)
        }
        try output.waitFor("\n50 and 0\n")
        program.signal(SIGTERM)
        #expect(try output.readToEnd() == "ready\n" + (1...50).map { "\($0) and 0\n" }.joined() + "end\n")
        #expect(try program.end() == .exit(0))
      }
    }

    @Test("a thousand real-time signals, sent without a pause, are all received")
    func realTime() throws {
      let (program, output) = try start(Self.counters[0])
      for _ in 0..<1_000 { program.signal(__libc_current_sigrtmin()) }
      try output.waitFor("\n0 and 1000\n")
      program.signal(SIGTERM)
      #expect(try output.readToEnd().hasSuffix("\n0 and 1000\nend\n"))
      #expect(try program.end() == .exit(0))
    }

    @Test("a signal that arrives before anything waits is received by the first loop")
    func atOnce() throws {
      for _ in 0..<Self.starts { #expect(try run("at-once").output == "2\n") }
    }

    @Test("signals that arrive while one is being handled, and after its loop, are received by the next loop")
    func whileHandling() throws { #expect(try run("while-handling").output == "15\n2\n15\n") }

    @Test("the last sequence of a signal restores its former action")
    func restored() throws {
      let outcome = try run("restored")
      #expect(outcome.output == "15 false false\nfalse true\ntrue true\n")
      #expect(outcome.end == .signal(SIGINT))
    }

    @Test("a handler of the program's own is restored, and one that is installed later is kept")
    func ownHandlers() throws {
      #expect(try run("own-handlers").output == "later\nformer\nlater\ntrue\ntrue\n")
    }

    @Test("each loop receives every signal, and ends when its task is cancelled")
    func loops() throws { #expect(try run("loops").output == "true true\ntrue true\n0\n") }

    @Test("signals that a loop leaves wait for the next one, also after the end")
    func leftOver() throws { #expect(try run("left-over").output == "2\n") }

    @Test("as an observable, a sequence emits each signal and completes at its end")
    func observable() throws { #expect(try run("observable").output == "1\n2\n3\ntrue\n") }

    @Test("disposing the last subscription restores the former action, even while an observer is busy")
    func disposed() throws { #expect(try run("disposed").output == "false\ntrue\n") }

    @Test(
      "a child process that has not replaced its program yet has the default action, and its parent is not affected")
    func child() throws { #expect(try run("child").output == "\(SIGINT) 0\n") }

    @Test("a signal is received even if all threads of the program block it")
    func masked() throws { #expect(try run("masked").output == "received\n") }

    @Test("100,000 signals that arrive while nothing reads them are kept")
    func flood() throws { #expect(try run("flood").output == "100001 1\n") }

    @Test(
      "a number that no program can handle stops the program with a message",
      arguments: [0, -1, 32, 65, SIGKILL, SIGSTOP])
    func notHandleable(number: Int32) throws {
      let errors = try run("invalid", "\(number)").errors
      #expect(errors.contains("SignalProgram.swift:"))
      #expect(
        errors.contains("\(number), which is not the number of a signal that a program can handle. Leave it out."))
    }

    @Test(
      "the number of a signal that reports a crash stops the program with a message",
      arguments: [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP])
    func fault(number: Int32) throws {
      let errors = try run("invalid", "\(number)").errors
      #expect(
        errors.contains("\(number), a signal that reports a crash: a program cannot continue after it. Leave it out."))
    }

    @Test("a program without free descriptors is stopped with a message")
    func noDescriptors() throws {
      let errors = try run("no-descriptors").errors
      #expect(errors.contains("MainQueue.signals(_:_:) could not prepare for signals: Too many open files."))
    }
  }
#endif
