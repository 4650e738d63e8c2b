import Foundation
import TestSupport
import Testing

/// `toBlocking` on a main thread that nothing else runs, in a program of its own.
@Suite("Waiting for a sequence on the main thread", .dedicatedThreads)
struct BlockingOnMainThreadTests {
  /// What the program beside the tests prints in the given part.
  private func play(_ part: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("MainQueueProgram")
    process.arguments = [part]
    process.standardOutput = output
    try process.run()
    // One that never ends is ended, and fails the test.
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(20), execute: watchdog)
    defer { watchdog.cancel() }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test("the main queue is run while the main thread waits")
  func runsMainQueue() throws {
    #expect(try play("blocking") == "[1] 1\n[2]\nBlockingTimeout\n")
  }

  @Test("inside of the main queue's own work the limit ends the wait")
  func insideMainQueue() throws {
    #expect(try play("blocking-in-main-queue") == "BlockingTimeout\n")
  }
}
