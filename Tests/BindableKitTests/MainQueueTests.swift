import Foundation
import TestSupport
import Testing

/// `MainQueue`: a program without a run loop has its main queue run, and ends properly (B10 on the main queue).
@Suite(.dedicatedThreads) struct MainQueueTests {
  /// The program beside the tests.
  private static let program = Bundle.main.bundleURL.appendingPathComponent("MainQueueProgram")

  private struct Outcome {
    var output = ""
    var errors = ""
    var status: Int32 = 0
    var reason = Process.TerminationReason.exit
  }

  /// Runs the program in the given part, until it ends or has written to standard error if that is asked for.
  private func play(_ part: String, untilItComplains: Bool = false) throws -> Outcome {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = [part]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
    // One that never ends is ended, and fails the test: not by a signal that a part waits for.
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
    "the main queue runs until a stop, from an observer or elsewhere, or a condition",
    arguments: [("stop", "100 values\n"), ("stop-elsewhere", "stopped\n"), ("condition", "[0, 1]\n")])
  func runs(part: String, output: String) throws {
    let outcome = try play(part)
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("between its turns the main queue rests")
  func idle() throws {
    #expect(try play("idle").output == "idle\n")
  }

  @Test("the main queue runs until a signal, whose usual effect is back afterwards")
  func signal() throws {
    let outcome = try play("signal")
    #expect(outcome.output == "terminated\n")
    #expect(outcome.reason == .uncaughtSignal)
    #expect(outcome.status == SIGTERM)
  }

  @Test("a signal that is not waited for ends the program as ever")
  func interrupted() throws {
    let outcome = try play("interrupted")
    #expect(outcome.reason == .uncaughtSignal)
    #expect(outcome.status == SIGINT)
  }

  @Test("on the main thread a set is delivered inline before anything runs the main queue")
  func inline() throws {
    #expect(try play("inline").output == "[0, 1]\n")
  }

  @Test("called on another thread it stops with a clear message")
  func otherThread() throws {
    let outcome = try play("other-thread")
    #expect(outcome.errors.contains("MainQueue.run(until:) was called on another thread than the main one"))
    #expect(outcome.status != 0)
  }

  #if DEBUG
    @Test(
      "notifications that wait on a main queue which nobody runs are pointed at, once, by a message with the remedy")
    func forgotten() throws {
      let outcome = try play("forgotten", untilItComplains: true)
      #expect(outcome.errors.contains("MainQueue.run(until:)"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.status == 0)
    }
  #endif
}
