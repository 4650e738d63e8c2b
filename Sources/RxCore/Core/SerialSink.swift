internal import DeliveryCore

/// A sink that hears from several sources, on any threads, and forwards one event at a time.
///
/// Whoever finds it idle acts at once; everyone else leaves what they would do to the one who acts. So what an operator
/// does inside is done by one at a time and needs no lock, and no lock is held while anyone downstream is called.
class SerialSink<Element, Output>: Sink<Element, Output>, @unchecked Sendable {
  private final let lock = Lock()
  private final let gate = SerialGate()
  @exclusivity(unchecked) private final var backlog: Backlog = []

  /// Whether the caller is now the one who acts, and must call ``leave()``. If not, it calls ``postpone(_:)``.
  @inline(__always)
  final func enter() -> Bool { gate.tryEnter() }

  /// Ends the turn, once all that was postponed meanwhile is done.
  @inline(__always)
  final func leave() {
    if !gate.leave() { drain() }
  }

  /// Has the one who acts do `job` after all that was postponed before.
  @inline(never)
  final func postpone(_ job: @escaping () -> Void) {
    let mustDrain = lock.withLock {
      backlog.append(job)
      return gate.enterLater()
    }
    if mustDrain { drain() }
  }

  /// Does `job` now or has it done: `enter`, `leave` and `postpone` in one, where speed does not matter.
  final func serially(_ job: @escaping () -> Void) {
    if enter() {
      job()
      leave()
    } else {
      postpone(job)
    }
  }

  private final func drain() {
    gate.drain(lock) { backlog.takeAll() }
  }
}
