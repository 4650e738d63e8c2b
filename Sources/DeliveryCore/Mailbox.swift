internal import CRuntime
package import Dispatch
import Synchronization

/// The pending items of one target, in order, for all its receivers.
///
///     Bindable ─────────┐
///     observer ─────────┼──append──▶ mailbox ──turns──▶ queue
///     observe(on:) ─────┘
///
/// A queue that is taken to be serial has one mailbox, stored with the queue, for all that is delivered there. Elsewhere
/// each receiver has a mailbox of its own.
///
/// The states are those of a ``SerialDelivery``. On a queue,
///
/// - Only code on the queue enters, to deliver an item inline: inside a delivery always, otherwise only if nothing waits.
/// - Any thread appends. The mailbox's lock is the innermost. An append that finds the mailbox idle must schedule a turn,
///   or take it immediately if it is made on the queue.
/// - A scheduled turn ends when nothing waits, or at its limit: then the queue's other work comes first. A turn that is
///   taken immediately delivers all that waits, without a limit.
///
/// Even on a concurrent queue, only one thread delivers at a time.
public final class Mailbox: @unchecked Sendable {
  let delivery = SerialDelivery()
  /// Whether this is a queue's mailbox, which its receivers share.
  let isShared: Bool
  package let isMain: Bool

  // Guarded by the delivery's lock.
  /// Whether a turn has been passed to the target and has not begun.
  @exclusivity(unchecked) private var isScheduled = false

  // MARK: The mailbox of a queue

  // Thread identity would not show whether the caller is on a queue: on Linux the main queue moves from thread to thread
  // once `dispatchMain()` or the concurrency runtime drains it. Nor would the identity of the `DispatchQueue` object,
  // which on Linux is a wrapper that is created anew each time. So the queue stores its mailbox.
  private static let key = DispatchSpecificKey<Mailbox>()
  private static let creation = Lock()

  /// The main queue's mailbox.
  package static var main: Mailbox { .of(.main) }

  /// The queue's mailbox, which lives as long as the queue.
  package static func of(_ queue: DispatchQueue) -> Mailbox {
    creation.withLock {
      if let known = queue.getSpecific(key: key) { return known }
      let mailbox = Mailbox(queue)
      queue.setSpecific(key: key, value: mailbox)
      return mailbox
    }
  }

  /// Creates the mailbox of a queue, or of a single receiver.
  init(_ queue: DispatchQueue? = nil) {
    isShared = queue != nil
    isMain = queue?.label == "com.apple.main-thread"
    #if DEBUG
      label = queue?.label ?? ""
      if isShared { MainQueueWatch.add(self) }
    #endif
  }

  #if DEBUG
    /// The number of items that wait.
    let waiting = Atomic<Int>(0)
    let label: String

    deinit { if isShared { MainQueueWatch.remove(self) } }
  #endif

  /// Whether the caller runs on the queue.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) === self }

  /// Whether nothing waits and nothing is being delivered.
  package var isIdle: Bool { delivery.isIdle }

  /// Whether the calling thread is delivering.
  var isDelivering: Bool { delivery.deliverer == CurrentThread.identity }

  // MARK: Delivering inline

  /// How a caller on the queue may deliver an item inline.
  public enum Entrance {
    /// Nothing else is being delivered.
    case outermost
    /// Inside another delivery on this queue.
    case nested
  }

  /// Lets a caller on the queue deliver an item inline: inside a delivery always, otherwise only if nothing waits.
  func enter() -> Entrance? {
    let thread = CurrentThread.identity
    if delivery.enter(as: thread) { return .outermost }
    return delivery.deliverer == thread ? .nested : nil
  }

  /// Ends an inline delivery and, unless it was nested, delivers the items appended meanwhile, up to the limit of a
  /// turn.
  func leave(_ entrance: Entrance, on target: DeliveryTarget) {
    guard case .outermost = entrance, !delivery.leave(as: CurrentThread.identity) else { return }
    deliverWaiting(on: target, for: nil, atMost: target.itemsPerTurn)
  }

  // MARK: Appending

  /// Appends an item for `receiver`. Called under the lock. Returns whether the caller must call
  /// ``scheduleTurn(on:for:)`` or ``takeTurn(on:)`` after unlocking.
  ///
  /// In a shared mailbox, a receiver's pending items keep the owner, which is always the same, alive with one
  /// reference. Elsewhere, the owner keeps the mailbox alive, so items that kept the owner alive would form a cycle,
  /// which a cancelled turn would never break. Instead, the scheduled turn keeps the owner alive.
  func append<Item>(_ item: Item, _ change: Change?, for receiver: Receiver, of owner: AnyObject) -> Bool {
    count()
    delivery.appending { $0.append(item, change, for: receiver, of: owner) }
    if receiver.didAppend(), isShared { _ = Unmanaged.passRetained(owner) }
    return delivery.markWaiting()
  }

  /// Appends `job`, which will run on the queue, in order with everything that is delivered there.
  package func append(job: @escaping () -> Void, on target: DeliveryTarget) {
    count()
    if delivery.lock.withLock({ delivery.append(job: job) }) { scheduleTurn(on: target, for: nil) }
  }

  private func count() {
    #if DEBUG
      waiting.wrappingAdd(1, ordering: .relaxed)
      if isMain { MainQueueWatch.willUse() }
    #endif
  }

  // MARK: Turns

  /// Schedules a turn, unless one is scheduled.
  func scheduleTurn(on target: DeliveryTarget, for owner: AnyObject?) {
    if delivery.lock.withLock(claimTurn) { schedule(on: target, for: owner) }
  }

  /// Called under the lock. Returns whether the caller must schedule a turn, because none is scheduled.
  private func claimTurn() -> Bool {
    if isScheduled { return false }
    isScheduled = true
    return true
  }

  private func schedule(on target: DeliveryTarget, for owner: AnyObject?) {
    nonisolated(unsafe) let owner = isShared ? nil : owner  // Only keeps it alive.
    target.async { [self] in
      #if DEBUG
        if isMain { MainQueueWatch.didRun() }
      #endif
      delivery.lock.withLock { isScheduled = false }
      // Otherwise another call delivers, which delivers the rest or schedules another turn.
      if delivery.resume(as: CurrentThread.identity) {
        deliverWaiting(on: target, for: owner, atMost: target.itemsPerTurn)
      }
    }
  }

  /// Delivers all that waits, without a limit. Called on the target by a caller that has just appended.
  func takeTurn(on target: DeliveryTarget) {
    if delivery.resume(as: CurrentThread.identity) { deliverWaiting(on: target, for: nil, atMost: .max) }
  }

  /// Delivers what waits, and ends the delivery. Called by the delivering thread.
  private func deliverWaiting(on target: DeliveryTarget, for owner: AnyObject?, atMost most: Int) {
    delivery.withBacklog { backlog in
      var turn = Turn(backlog, atMost: most)
      repeat {
        if turn.isInBurst { spin() }
        guard delivery.lock.withLock({ delivery.takeOrLeave(backlog, as: CurrentThread.identity) }) else { return }
        deliverTaken(&turn)
      } while most < .max && !turn.isOver
      if delivery.lock.withLock({ !delivery.stop(backlog) && claimTurn() }) { schedule(on: target, for: owner) }
    }
  }

  /// Delivers the items that were taken, up to the limit. Releases each item, and after a receiver's last item the owner,
  /// before the next one begins.
  private func deliverTaken(_ turn: inout Turn) {
    while let header = turn.beginReceiver() {
      if let receiver = header.receiver, let owner = header.owner {
        let isDone = receiver._withUnsafeGuaranteedRef { receiver in
          owner._withUnsafeGuaranteedRef { receiver.deliver(&turn, for: $0) }
          return receiver.didDeliver(turn.count)
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
