import Foundation
import TestSupport
import Testing

/// `MainQueue`: a program without a run loop can run its main queue and exit properly (B10 on the main queue).
@Suite(.dedicatedThreads) struct MainQueueTests {
  /// A test program. Its argument names the part to run.
  enum Program: String, CaseIterable {
    case mainQueue = "MainQueueProgram"
    case first = "FirstProgram"
    case firstMain = "FirstMainProgram"
    case asyncMain = "AsyncMainProgram"
    case firstRx = "FirstRxProgram"

    fileprivate var url: URL { Bundle.main.bundleURL.appendingPathComponent(rawValue) }
  }

  private struct Outcome {
    var output = ""
    var errors = ""
    var status: Int32 = 0
    var reason = Process.TerminationReason.exit
  }

  /// Runs a part of the program until it ends or, if requested, writes to standard error.
  private func play(
    _ part: String, of program: Program = .mainQueue, untilItComplains: Bool = false
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program.url
    process.arguments = [part]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
    // Kill a program that never ends, so that the test fails. No part waits for this signal.
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watchdog)
    defer { watchdog.cancel() }
    var outcome = Outcome()
    if untilItComplains {
      outcome.errors = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    }
    outcome.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    outcome.errors += String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    (outcome.status, outcome.reason) = (process.terminationStatus, process.terminationReason)
    return outcome
  }

  @Test(
    "the main queue runs until an observer or other code stops it, or a condition becomes true",
    arguments: [("stop", "100 values\n"), ("stop-elsewhere", "stopped\n"), ("condition", "[0, 1]\n")])
  func runs(part: String, output: String) throws {
    let outcome = try play(part)
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("the condition is checked only once per turn of the main queue")
  func idle() throws {
    #expect(try play("idle").output == "idle\n")
  }

  @Test(
    "the main queue runs until a signal, whose usual effect is then restored", arguments: ["signal", "signal-twice"])
  func signal(part: String) throws {
    let outcome = try play(part)
    #expect(outcome.output == "terminated\n")
    #expect(outcome.reason == .uncaughtSignal)
    #expect(outcome.status == SIGTERM)
  }

  @Test("each of 1,000 calls receives its signal, whichever thread the system chooses for the signal")
  func signalAgain() throws {
    #expect(try play("signal-again").output == "1000 signals\n")
  }

  @Test("a second signal that arrives during the call is passed on to its former action")
  func twoSignals() throws {
    #expect(try play("two-signals").output == "former action\nterminated\n")
  }

  @Test("a second signal without a former handler does not end the program before the call returns")
  func twoDefaultSignals() throws {
    #expect(try play("two-default-signals").output == "interrupted\n")
  }

  @Test("a sequence receives the main thread's signals in order")
  func signalsInOrder() throws {
    #expect(try play("signals-in-order").output == "true\n")
  }

  @Test("a sequence and run(untilSignal:) both receive the signal that ends the call")
  func signalsAndRun() throws {
    #expect(try play("signals-and-run").output == "true\ntrue\n")
  }

  @Test("a signal's former action is restored with its flags and its mask")
  func signalAction() throws {
    #expect(try play("signal-action").output == "true\ntrue\n")
  }

  @Test(
    "the main queue runs until a stop or a signal, whichever comes first",
    arguments: [("signal-or-stop", "terminated\n"), ("stop-or-signal", "stopped true\ntrue\n")])
  func stopOrSignal(part: String, output: String) throws {
    let outcome = try play(part)
    #expect(outcome.output == output)
    #expect(outcome.reason == .uncaughtSignal)
    #expect(outcome.status == SIGTERM)
  }

  @Test("a signal that is not waited for ends the program as usual")
  func interrupted() throws {
    let outcome = try play("interrupted")
    #expect(outcome.reason == .uncaughtSignal)
    #expect(outcome.status == SIGINT)
  }

  @Test("on the main thread a value is delivered inline before anything runs the main queue")
  func inline() throws {
    #expect(try play("inline").output == "[0, 1]\n")
  }

  @Test(
    "work that is pending when the condition becomes true runs before run returns",
    arguments: [("value", "0\n1\n2\n3\n"), ("burst", "true true\n"), ("restless", "returned\n")])
  func runsWhatWaits(part: String, output: String) throws {
    let outcome = try play(part)
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("runPending runs the pending work, leaves work that it adds to the next call, and returns")
  func pending() throws {
    #expect(try play("pending").output == "first\nsecond\nreturned\nadded\n")
  }

  @Test(
    "called on another thread, or by work of the main queue, each function stops with a clear message",
    arguments: [
      ("other-thread", "MainQueue.run(until:) was not called on the main thread."),
      ("pending-on-other-thread", "MainQueue.runPending() was not called on the main thread."),
      ("nested", "MainQueue.run(until:) was called by work on the main queue, and would wait for itself."),
      ("nested-inline", "MainQueue.runPending() was called by work on the main queue, and would wait for itself."),
      ("nested-pending", "MainQueue.runPending() was called by work on the main queue, and would wait for itself."),
      ("run-in-run-loop", "MainQueue.runPending() was called by work on the main queue, and would wait for itself."),
    ])
  func misuse(part: String, message: String) throws {
    let outcome = try play(part)
    #expect(outcome.errors.contains("\(message) Call it at the end of main."))
    #expect(outcome.status != 0)
  }

  @Test(
    "waiting for a signal that cannot be handled stops the program with a message",
    arguments: [("no-signal", 99), ("kill-signal", SIGKILL)])
  func noSignal(part: String, number: Int32) throws {
    let outcome = try play(part)
    #expect(outcome.errors.contains("\(number), which is not the number of a signal that a program can handle."))
    #expect(outcome.status != 0)
  }

  @Test("running the main queue inside modify cannot deliver the same Bindable, and stops with a clear message")
  func pendingInModify() throws {
    let outcome = try play("pending-in-modify")
    #expect(outcome.errors.contains("Bindable<Int> was used inside the body of its own modify(_:)"))
    #expect(outcome.status != 0)
  }

  // MARK: The first program

  @Test(
    "an observer that names a queue is called there, though nothing runs the main queue",
    arguments: [Program.first, .firstMain],
    [
      ("observe", "0\n1\n"), ("on-owner", "0\n1\n"), ("with-owner", "0\n1\n"), ("changes", "0 0\n0 1\n"),
      ("changes-on-owner", "0 0\n0 1\n"), ("changes-with-owner", "0 0\n0 1\n"),
    ])
  func namedQueue(program: Program, part: (name: String, output: String)) throws {
    let outcome = try play(part.name, of: program)
    #expect(outcome.output == part.output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test(
    "a closure of the main program is called on the main queue, whatever the Bindable's queue is",
    arguments: [Program.first, .firstMain])
  func closureOfMain(program: Program) throws {
    let outcome = try play("bindable-with-queue", of: program)
    #expect(outcome.output == "[]\n[0, 1]\n")
    #expect(outcome.errors == "")
  }

  // MARK: The notice, in debug builds

  @Test(
    "there is no notice unless calls wait for a main queue that nothing runs",
    arguments: [
      (Program.asyncMain, "busy", "[0, 1]\n"), (.asyncMain, "idle", "[0, 1]\n"), (.firstRx, "disposed", ""),
      (.first, "held-named", ""), (.first, "exits-in-observer", ""),
    ])
  func noNotice(program: Program, part: String, output: String) throws {
    let outcome = try play(part, of: program)
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  #if DEBUG
    private func expectNotice(
      on queue: String? = nil, _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1, sourceLocation: sourceLocation)
      #expect(outcome.errors.contains(queue.map { " for \($0), and nothing has run " } ?? ", and nothing has run "))
      for remedy in [
        "observe(queue: queue) { ... }", "observe(on: scheduler)", "dispatchMain()", "MainQueue.run(until:)",
      ] {
        #expect(outcome.errors.contains(remedy), sourceLocation: sourceLocation)
      }
      #expect(outcome.status == 0, sourceLocation: sourceLocation)
    }

    @Test("a notice says once that the main thread is blocked while calls wait for the main queue")
    func blocked() throws {
      expectNotice(on: "the main queue", try play("forgotten", untilItComplains: true))
    }

    @Test(
      "a notice says when the program exits while calls wait for the main queue",
      arguments: [Program.first, .firstMain])
    func exits(program: Program) throws {
      let outcome = try play("forgotten", of: program)
      #expect(outcome.output == "[0]\n")
      expectNotice(on: "the main queue", outcome)
    }

    @Test(
      "the notice names a queue on which something waits, such as calls that it has not yet forwarded to the main queue",
      arguments: [
        "replay", "set", "latest-observer", "on-owner", "with-owner", "changes", "map", "combine", "late",
        "cancelled",
      ])
    func heldByQueue(part: String) throws {
      let outcome = try play("held-" + part, of: .first)
      #expect(outcome.output == "")
      expectNotice(on: #"the queue "work""#, outcome)
    }

    @Test("the notice counts the call in every run, however fast the Bindable's queue was", arguments: 1...10)
    func queued(run: Int) throws {
      let outcome = try play("queued", of: .first)
      #expect(outcome.output == "")
      expectNotice(outcome)
    }

    @Test("there is no notice if the program has run its main queue, even if nothing was due")
    func timerPending() throws {
      let outcome = try play("timer-pending")
      #expect(outcome.output == "returned\n")
      #expect(outcome.errors == "")
    }

    @Test("the notice counts timers of the main scheduler", arguments: ["debounce", "delay", "interval"])
    func timers(part: String) throws {
      let outcome = try play(part, of: .firstRx)
      #expect(outcome.output == "")
      expectNotice(outcome)
    }
  #endif
}
