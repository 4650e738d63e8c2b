internal import Baton

/// A few threads with a few steps each, and the conditions that must hold under every schedule.
public struct Scenario: Sendable {
  public let name: String
  /// The clause of the contract.
  public let clause: String
  let body: @Sendable (Run) -> Void

  public init(_ clause: String, _ name: String, _ body: @escaping @Sendable (Run) -> Void) {
    self.name = name
    self.clause = clause
    self.body = body
  }
}

/// One run of a scenario. The scenario's body creates the objects and the threads before any thread starts.
public final class Run {
  private let execution: Execution
  private var checks: [() -> Void] = []

  init(_ execution: Execution) { self.execution = execution }

  /// Adds a thread. The thread itself releases the captures of `body` when it ends.
  public func thread(
    _ name: String, file: StaticString = #filePath, line: UInt = #line, _ body: @escaping () -> Void
  ) {
    _ = execution.addThread(name, file: file, line: line, body: body)
  }

  /// Adds a check that runs when all threads and queues are idle.
  public func finally(_ check: @escaping () -> Void) { checks.append(check) }

  /// Runs the checks, and releases what they capture.
  func check() {
    for check in checks { check() }
    checks = []
  }
}

/// Fails the running schedule, unless `condition` is true.
public func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { Execution.current?.fail(message()) }
}

/// A point at which the schedule may switch threads.
public func point(_ name: StaticString, file: StaticString = #filePath, line: UInt = #line) {
  LogicalThread.current?.arrive(.init(name: name, cell: nil, file: file, line: line), when: .always)
}
