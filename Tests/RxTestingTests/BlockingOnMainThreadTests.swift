import Foundation
import TestSupport
import Testing

/// `toBlocking` on the main thread, in a program in which nothing else runs the main queue.
@Suite("Waiting for a sequence on the main thread", .dedicatedThreads)
struct BlockingOnMainThreadTests {
  /// The output of a part of the program.
  private func play(_ part: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("MainQueueProgram")
    process.arguments = [part]
    process.standardOutput = output
    try process.run()
    // Terminate a process that does not end, so that the test fails.
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(20), execute: watchdog)
    defer { watchdog.cancel() }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test("the main queue runs while the main thread waits")
  func runsMainQueue() throws {
    #expect(try play("blocking") == "[1] 1\n[2]\nBlockingTimeout\n")
  }

  @Test("a result that has arrived does not wait for the main queue's other work")
  func busy() throws {
    #expect(try play("blocking-busy") == "[1]\ntrue\n")
  }

  @Test("an observer that is called inline on the main thread waits, too")
  func inline() throws {
    #expect(try play("blocking-inline") == "[1]\n")
  }

  @Test("inside work of a main queue that a run loop runs, the end and the limit end the wait")
  func insideRunLoop() throws {
    #expect(try play("blocking-in-run-loop") == "[2]\nBlockingTimeout\n")
  }

  @Test("inside work of the main queue the limit ends the wait")
  func insideMainQueue() throws {
    #expect(try play("blocking-in-main-queue") == "BlockingTimeout\n")
  }
}
