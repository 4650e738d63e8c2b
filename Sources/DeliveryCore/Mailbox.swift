internal import CRuntime
package import Dispatch
import Synchronization

/// The pending items of one target, in order, for all its receivers.
///
///     Bindable with a queue ────┐
///     observer with a queue ────┼──append──▶ mailbox ──turns──▶ queue
///     observe(on:) of a chain ──┘
///
/// A queue that is taken to be serial has one mailbox, stored with the queue, for all that is delivered there. Elsewhere
/// each receiver has a mailbox of its own.
///
/// The states are those of a ``SerialDelivery``. On a queue,
///
/// - Any thread appends. The mailbox's lock is the innermost. An append that finds the mailbox idle must schedule a turn;
///   a receiver's sender on the queue takes a turn immediately instead.
/// - A scheduled turn ends when nothing waits, or at its limit: then the queue's other work comes first. A turn that is
///   taken immediately first delivers all that waits, without a limit.
/// - Only inside a delivery on the queue may an item be delivered without being appended.
///
/// Even on a concurrent queue, only one thread delivers at a time.
public final class Mailbox: @unchecked Sendable {
  let delivery = SerialDelivery()
  /// The label of the queue whose mailbox this is; `nil` if it belongs to a single receiver.
  let label: String?
  /// Whether a turn has been passed to the target and has not begun.
  private let isScheduled = Atomic<Bool>(false)
  #if DEBUG
    /// The number of items that wait or are being delivered.
    let waiting = Atomic<Int>(0)
  #endif

  // MARK: The mailbox of a queue

  // Thread identity would not show whether the caller is on a queue: on Linux the main queue moves from thread to thread
  // once `dispatchMain()` or the concurrency runtime drains it. Nor would the identity of the `DispatchQueue` object,
  // which on Linux is a wrapper that is created anew each time. So the queue stores its mailbox.
  private static let key = DispatchSpecificKey<Mailbox>()
  /// Guards the creation of queues' mailboxes, and in debug builds the list of them.
  static let creation = Lock()

  /// The main queue's mailbox.
  package static var main: Mailbox { .of(.main) }

  /// The queue's mailbox, which lives as long as the queue.
  package static func of(_ queue: DispatchQueue) -> Mailbox {
    creation.withLock {
      if let known = queue.getSpecific(key: key) { return known }
      let mailbox = Mailbox(queue)
      queue.setSpecific(key: key, value: mailbox)
      #if DEBUG
        MainQueueWatch.add(mailbox)
      #endif
      return mailbox
    }
  }

  /// Creates the mailbox of a queue, or of a single receiver.
  init(_ queue: DispatchQueue? = nil) {
    label = queue?.label
  }

  /// Whether this is a queue's mailbox, which its receivers share.
  var isShared: Bool { label != nil }

  package var isMain: Bool { label == "com.apple.main-thread" }

  /// Whether the caller runs on the queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === self }

  /// Whether nothing waits and nothing is being delivered.
  package var isIdle: Bool { delivery.isIdle }

  /// Whether the calling thread is delivering.
  var isDelivering: Bool { delivery.deliverer == CurrentThread.identity }

  /// Appends an item. Returns whether the caller must schedule or take a turn.
  ///
  /// In a shared mailbox, a receiver's pending items keep the owner, which is always the same, alive with one
  /// reference. Elsewhere, the owner keeps the mailbox alive, so items that kept the owner alive would form a cycle,
  /// which a cancelled turn would never break. Instead, the scheduled turn keeps the owner alive.
  @inline(__always)
  func append<Item>(
    _ item: Item, _ change: Change? = nil, for receiver: Receiver? = nil, of owner: AnyObject? = nil
  ) -> Bool {
    delivery.lock.withLock {
      #if DEBUG
        waiting.wrappingAdd(1, ordering: .relaxed)
      #endif
      let isFirst = receiver?.pending.wrappingAdd(1, ordering: .relaxed).oldValue == 0
      if isFirst, isShared, let owner { _ = Unmanaged.passRetained(owner) }
      return delivery.append(item, change, for: receiver, of: owner)
    }
  }

  // MARK: Turns

  /// Schedules a turn, unless one is scheduled. In a mailbox of its own, `owner` is kept alive until then.
  func scheduleTurn(on target: DeliveryTarget, for owner: AnyObject? = nil) {
    if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
    nonisolated(unsafe) let owner = isShared ? nil : owner  // Only keeps it alive.
    target.async { [self] in
      // An exchange, so that the turn sees what was appended before a thread found it scheduled.
      _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
      takeTurn(on: target, for: owner, atMost: target.itemsPerTurn)
    }
  }

  /// Delivers what waits, unless another call delivers, which then delivers it or schedules another turn. Called on the
  /// target. Without `most`, all that waits at the beginning is delivered.
  func takeTurn(on target: DeliveryTarget, for owner: AnyObject? = nil, atMost most: Int = .max) {
    guard delivery.resume(as: CurrentThread.identity) else { return }
    delivery.withBacklog { backlog in
      var turn = Turn(backlog, atMost: most)
      while delivery.lock.withLock({ delivery.takeOrLeave(backlog, as: CurrentThread.identity, isOver: turn.isOver) }) {
        deliverTaken(&turn)
        turn.limit(to: target.itemsPerTurn)
        if turn.isInBurst, !turn.isOver { spin() }
      }
      if turn.isOver, delivery.hasWaiting { scheduleTurn(on: target, for: owner) }
    }
  }

  /// Delivers the items that were taken, up to the limit. Releases each item, and after a receiver's last item the owner,
  /// before the next one begins.
  private func deliverTaken(_ turn: inout Turn) {
    while let header = turn.beginReceiver() {
      if let receiver = header.receiver, let owner = header.owner {
        let isDone = receiver._withUnsafeGuaranteedRef { receiver in
          owner._withUnsafeGuaranteedRef { receiver.deliver(&turn, for: $0) }
          return receiver.pending.wrappingSubtract(turn.count, ordering: .acquiringAndReleasing).newValue == 0
        }
        if isDone, isShared { owner.release() }
      } else {
        turn.runJobs()
      }
      #if DEBUG
        waiting.wrappingSubtract(turn.count, ordering: .relaxed)
      #endif
    }
  }

  /// In a burst, spins for a few microseconds, or until more has been appended. Spinning is cheaper than scheduling
  /// another turn, and lets the deliverer take more entries each time it acquires the lock.
  private func spin() {
    for _ in 0..<4 {
      for _ in 0..<50 { c_runtime_spin_hint() }
      if delivery.hasWaiting { return }
    }
  }
}
