public import Dispatch
import RxCore

extension DispatchQueue {
  /// Waits until the work on the queue has run, and `isIdle` is true.
  ///
  /// Waits repeatedly, because a delivery that is long, or slow under a sanitizer, is rescheduled at the end of the queue
  /// after each turn, and a delivery on another queue may send something here.
  public func settle(until isIdle: () -> Bool = { true }) {
    var waits = 0
    while waits < 200 || !isIdle() {
      sync(flags: .barrier) {}
      waits += 1
    }
  }
}

/// Returns once everything that now waits on the main queue has run.
@MainActor
public func mainQueueRound() async { await queueRound(.main) }

/// Returns once everything that now waits on a serial queue has run, however many turns its delivery takes.
///
/// All tests of a process share the main queue, so other values may wait in front.
nonisolated(nonsending) public func queueRound(_ queue: DispatchQueue) async {
  await withCheckedContinuation { continuation in
    _ = SerialDispatchQueueScheduler(serialQueue: queue).schedule(()) { _ in
      queue.async { continuation.resume() }
      return Disposables.create()
    }
  }
}
