import BindableKit
import Dispatch
import Observation
import TestSupport
import Testing

/// A model on the main actor, as views use it.
@MainActor @Observable final class Cart {
  var price = 2
  var count = 3
  var note = ""
}

/// A model that is isolated to an actor.
@Observable final class Stock {
  var apples = 0
}

/// A model that any thread may set.
final class SharedModel: Observation.Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let values = Guarded((first: 0, second: 0))

  var first: Int {
    get {
      registrar.access(self, keyPath: \.first)
      return values.withLock { $0.first }
    }
    set { registrar.withMutation(of: self, keyPath: \.first) { values.withLock { $0.first = newValue } } }
  }

  var second: Int {
    get {
      registrar.access(self, keyPath: \.second)
      return values.withLock { $0.second }
    }
    set { registrar.withMutation(of: self, keyPath: \.second) { values.withLock { $0.second = newValue } } }
  }

  /// Performs the first half of an assignment, as if the thread then stopped.
  func announceFirst() { registrar.willSet(self, keyPath: \.first) }

  /// Performs the second half of the assignment.
  func storeFirst(_ value: Int) {
    values.withLock { $0.first = value }
    registrar.didSet(self, keyPath: \.first)
  }
}

/// Counts from one.
final class Counter: Sendable {
  private let count = Guarded(0)

  var next: Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// Receives values, and lets a test wait for one of them.
final class Receiver<Value: Equatable & Sendable>: Sendable {
  private let log = Recording<Value>()
  private let expected: Value
  private let arrived = DispatchSemaphore(value: 0)

  init(until expected: Value) {
    self.expected = expected
  }

  var values: [Value] { log.elements }

  func receive(_ value: Value) {
    log.add(value)
    if value == expected { arrived.signal() }
  }

  /// Waits for the expected value. Fails the test if it does not arrive.
  func wait(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let result = try await onDedicatedThread { [arrived] in arrived.wait(timeout: .now() + limit) }
    #expect(result == .success, "\(expected) did not arrive.", sourceLocation: sourceLocation)
  }
}

/// Waits for a signal. Fails the test if none arrives.
func wait(for semaphore: DispatchSemaphore, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  let result = try await onDedicatedThread { semaphore.wait(timeout: .now() + limit) }
  #expect(result == .success, sourceLocation: sourceLocation)
}
