import DeliveryCore
import Dispatch

/// A queue that a scenario uses or a contender lists.
///
/// A held queue executes work only during the rounds granted to it, and only one queue has a round at a time, so that
/// every run of a scenario behaves the same.
protocol ScenarioQueue: Sendable {
  var identity: QueueIdentity { get }

  /// The queue on which subscribers are called.
  var queue: DispatchQueue { get }

  /// Stops the queue.
  func hold()

  /// Lets the queue run freely.
  func release()

  /// Runs the pending work of the held queue, then `work` there, and holds the queue again. Work added to ``queue``
  /// during the round waits for the next one.
  func runRound(_ work: @escaping @Sendable () -> Void)
}

extension ScenarioQueue {
  func runRound() { runRound {} }
}

/// A queue that is suspended while it is held.
///
/// Unless the contender uses the queue too, subscribers are called on a serial queue that targets this queue, because a
/// concurrent queue would call them in an order that differs from run to run.
final class SuspendedQueue: ScenarioQueue {
  let identity: QueueIdentity
  private let original: DispatchQueue
  /// The subscribers' queue; `nil` if the contender uses the queue itself. Subscribers then use the same queue, so that
  /// the contender recognises it as current.
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
    // Enqueue the end of the round before resuming, so that work added during the round runs after it.
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

  /// Runs `work` on the queue after all pending work, and suspends the queue.
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

/// The main queue, which cannot be suspended. While the queue is held, a closure on it waits for a semaphore.
final class HeldMainQueue: ScenarioQueue, @unchecked Sendable {  // The run uses it from one thread.
  let identity = QueueIdentity.main
  let queue = DispatchQueue.main
  /// The semaphore for which the held queue waits.
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
    // Behind all deliveries, those of other code included: they may need more than one turn.
    DeliveryTarget.main.schedule { [queue] in
      queue.async {
        work()
        done.signal()
        next.wait()
      }
    }
    last.signal()
    done.wait()
  }
}
