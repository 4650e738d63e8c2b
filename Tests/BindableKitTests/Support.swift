import Dispatch
import Synchronization
import TestSupport
import Testing

/// Something that can be put in and taken out from any thread.
final class Box<Content: Sendable>: Sendable {
  private let stored: Guarded<Content?>

  init(_ content: Content? = nil) { stored = Guarded(content) }

  var content: Content? {
    get { stored.withLock { $0 } }
    set {
      let former = stored.withLock { stored in
        let former = stored
        stored = newValue
        return former
      }
      withExtendedLifetime(former) {}
    }
  }
}

/// An owner, with something to do when it dies.
final class Owner: Sendable {
  private let atEnd: @Sendable () -> Void

  init(atEnd: @escaping @Sendable () -> Void = {}) { self.atEnd = atEnd }

  deinit { atEnd() }
}

extension DispatchSemaphore {
  /// Waits; fails the test when nobody signals.
  func expectSignal(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(wait(timeout: .now() + limit) == .success, sourceLocation: sourceLocation)
  }
}

extension DispatchQueue {
  /// Waits until everything that was put on the queue before has run.
  ///
  /// Many times: a long delivery goes to the back of the queue again and again.
  func settle() {
    for _ in 0..<200 { sync(flags: .barrier) {} }
  }
}
