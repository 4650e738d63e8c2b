import DeliveryCore
import Dispatch

/// A queue that a scenario or a contender names. Once held it runs only in the rounds that the run gives it, one queue at
/// a time: so every run of a scenario takes the same course.
protocol ScenarioQueue: Sendable {
  var identity: QueueIdentity { get }

  /// The queue that subscribers are to be called on.
  var queue: DispatchQueue { get }

  /// Stops the queue.
  func hold()

  /// Lets the queue run freely.
  func release()

  /// Runs the work that waits on the held queue, then `work` there, and holds the queue again. Work that is added
  /// meanwhile waits for the next round.
  func runRound(_ work: @escaping @Sendable () -> Void)
}

extension ScenarioQueue {
  func runRound() { runRound {} }
}

/// A queue that is suspended while it is held.
///
/// Subscribers are called on a serial queue that targets it: what a concurrent queue delivers to several of them has no
/// order, and so would differ from run to run.
final class SuspendedQueue: ScenarioQueue {
  let identity: QueueIdentity
  private let original: DispatchQueue
  /// `nil` if the contender uses the queue itself. Then subscribers use the same one, so that a contender that is on the
  /// queue of a subscriber knows it.
  private let serial: DispatchQueue?

  init(_ queue: DispatchQueue, isUsedByContender: Bool) {
    identity = .of(queue)
    original = queue
    serial = isUsedByContender ? nil : DispatchQueue(label: queue.label, target: queue)
  }

  var queue: DispatchQueue { serial ?? original }

  func hold() {
    original.suspend()
    serial?.suspend()
  }

  func release() {
    serial?.resume()
    original.resume()
  }

  func runRound(_ work: @escaping @Sendable () -> Void) {
    // What ends the round is on the queue before the queue runs, so that nothing added meanwhile comes before it.
    let done = DispatchSemaphore(value: 0)
    if let serial {
      serial.async { [original] in
        work()
        serial.suspend()
        Self.end(on: original, done)
      }
      serial.resume()
    } else {
      Self.end(on: original, done, work)
    }
    original.resume()
    done.wait()
  }

  /// Runs `work` on the queue after all that waits there, and suspends the queue.
  private static func end(
    on queue: DispatchQueue, _ done: DispatchSemaphore, _ work: @escaping @Sendable () -> Void = {}
  ) {
    queue.async(flags: .barrier) {
      work()
      queue.suspend()
      done.signal()
    }
  }
}

/// The main queue, which cannot be suspended. While it is held, work on it waits for a semaphore.
final class HeldMainQueue: ScenarioQueue, @unchecked Sendable {  // The run uses it from one thread.
  let identity = QueueIdentity.main
  let queue = DispatchQueue.main
  /// What the held queue waits for.
  private var gate = DispatchSemaphore(value: 0)

  func hold() { runRound {} }

  func release() {
    gate.signal()
    gate = DispatchSemaphore(value: 0)
  }

  func runRound(_ work: @escaping @Sendable () -> Void) {
    let (last, next) = (gate, DispatchSemaphore(value: 0))
    let done = DispatchSemaphore(value: 0)
    gate = next
    queue.async {
      work()
      done.signal()
      next.wait()
    }
    last.signal()
    done.wait()
  }
}
