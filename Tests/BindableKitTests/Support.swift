import DeliveryCore
import Dispatch
import Synchronization
import TestSupport
import Testing

/// A variable that can be read and set from any thread.
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

/// An owner that calls a closure in its deinit.
final class Owner: Sendable {
  private let atEnd: @Sendable () -> Void

  init(atEnd: @escaping @Sendable () -> Void = {}) { self.atEnd = atEnd }

  deinit { atEnd() }
}

extension DispatchSemaphore {
  /// Waits for a signal. Fails the test if none comes within the limit.
  func expectSignal(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(wait(timeout: .now() + limit) == .success, sourceLocation: sourceLocation)
  }
}

extension DispatchQueue {
  /// Waits until the work on the queue has run and nothing waits to be delivered there.
  func settle() { settle { Mailbox.of(self).isIdle } }
}
