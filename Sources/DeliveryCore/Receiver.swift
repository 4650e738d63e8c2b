/// Delivers on a target, one item at a time and in order. On a queue, all receivers share the queue's mailbox.
/// Without a target, the sending threads deliver.
///
/// The owner retains the receiver. The owner is retained only while an entry waits on the target.
open class Receiver {
  /// The entries that wait. On a queue, each also has its place in the mailbox.
  public final let delivery = SerialDelivery()
  package final let target: DeliveryTarget?
  /// Whether there is a target. Reading the target itself would retain it.
  @usableFromInline final let hasTarget: Bool
  /// The target's mailbox. Not retained for each use: otherwise all threads would write to its reference count.
  fileprivate final let mailbox: Unmanaged<Mailbox>?
  /// The receiver's newest run: its position among the waiting runs, valid while the mailbox's `takes` is the same.
  /// Guarded by the mailbox's lock.
  @exclusivity(unchecked) final var lastRun = (takes: -1, position: 0)

  package init(target: DeliveryTarget?) {
    self.target = target
    hasTarget = target != nil
    mailbox = if case .queue(_, let mailbox) = target { .passUnretained(mailbox) } else { nil }
    #if DEBUG
      if let target, target.isMain { MainQueueWatch.willUse() }
    #endif
  }

  /// Delivers `count` entries, or fewer if `limit` is reached: see `SerialDelivery.drain`.
  open func deliver(_ count: inout Int, for owner: AnyObject, _ limit: inout TurnLimit) -> Bool {
    delivery.drain(&count, &limit, lock: delivery.lock, deliver: { _, _ in })
  }

  /// Whether the caller is where the receiver delivers, and nothing waits here. Called without the lock.
  @inlinable @inline(__always)
  public final var isHere: Bool { !hasTarget || isOnQueue }

  @usableFromInline
  final var isOnQueue: Bool {
    guard let mailbox, delivery.isIdle else { return false }
    return mailbox._withUnsafeGuaranteedRef { $0.isCurrent }
  }

  /// Makes a caller that is here the delivering thread, unless something else waits on the queue. Without a target,
  /// called under the lock.
  @inlinable @inline(__always)
  public final func enter() -> Mailbox.Entry? {
    if hasTarget { return enterQueue() }
    return delivery.enterLocked() ? .outermost : nil
  }

  @usableFromInline
  final func enterQueue() -> Mailbox.Entry? {
    guard let mailbox, delivery.enter() else { return nil }
    if let entry = mailbox._withUnsafeGuaranteedRef({ $0.enter() }) { return entry }
    _ = delivery.leave()
    return nil
  }

  /// Ends the delivery that `enter()` began, and delivers the entries appended meanwhile, up to the limit of a turn.
  @inlinable @inline(__always)
  public final func leave(_ entry: Mailbox.Entry, for owner: AnyObject) {
    let isDone = delivery.leave()
    if hasTarget || !isDone { leaveTarget(isDone, entry, for: owner) }
  }

  @usableFromInline
  final func leaveTarget(_ isDone: Bool, _ entry: Mailbox.Entry, for owner: AnyObject) {
    if case .queue(let queue, let mailbox) = target {
      mailbox.leave(entry, on: queue)
    } else if !isDone {
      start(isHere: true, for: owner)
    }
  }

  /// Gives the entry that has just been appended its place in the queue's order. Called under the lock. Returns whether
  /// the caller must call `start`.
  ///
  /// - Parameter isFirst: what `append` returned.
  package final func post(_ isFirst: Bool, isHere: Bool, for owner: AnyObject) -> Bool {
    guard let mailbox else { return isFirst }
    return mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.lock.withLock { mailbox.append(self, for: owner) }
    } || isHere
  }

  /// Starts the delivery of the posted entries. A caller that is here delivers immediately. Called without the lock.
  package final func start(isHere: Bool, for owner: AnyObject) {
    switch target {
    case nil:
      var (count, limit) = (Int.max, TurnLimit.none)
      _ = deliver(&count, for: owner, &limit)
    case .queue(let queue, let mailbox):
      if isHere { mailbox.takeTurn(on: queue, deliversAll: true) } else { mailbox.start(on: queue) }
    case let target?: takeTurns(on: target, for: owner)
    }
  }

  private func takeTurns(on target: DeliveryTarget, for owner: AnyObject) {
    nonisolated(unsafe) let (receiver, owner) = (self, owner)  // Only deliveries use them, one at a time.
    target.schedule {
      var (count, limit) = (Int.max, target.turnLimit)
      if !receiver.deliver(&count, for: owner, &limit) { receiver.takeTurns(on: target, for: owner) }
    }
  }
}

/// Delivers items on a target.
///
/// Many items share one `queue.async`: while a turn is scheduled or running, further items only join the backlog. An
/// item sent on the target itself while nothing is pending is delivered inline, unless `runsInline` is `false`.
package final class QueuePump<Owner: AnyObject, Item>: Receiver, @unchecked Sendable {
  private let runsInline: Bool
  private let deliver: (Owner, Item) -> Void

  package init(target: DeliveryTarget?, runsInline: Bool = true, deliver: @escaping (Owner, Item) -> Void) {
    self.runsInline = runsInline
    self.deliver = deliver
    super.init(target: target)
  }

  /// Whether everything that was sent has been delivered.
  package var isIdle: Bool { delivery.isIdle }

  /// Delivers `item` on the target, inline or later.
  package func send(_ item: Item, for owner: Owner) {
    let isHere = runsInline && isHere
    if isHere, let entry = lockAndEnter() {
      deliver(owner, item)
      leave(entry, for: owner)
    } else if post(isHere: isHere, for: owner, { delivery.append(item) }) {
      start(isHere: isHere, for: owner)
    }
  }

  /// Runs `job` on the target, inline or later.
  package func send(for owner: Owner, job: @escaping (Owner) -> Void) {
    let isHere = runsInline && isHere
    if isHere, let entry = lockAndEnter() {
      job(owner)
      leave(entry, for: owner)
      return
    }
    // The owner is retained while the job waits. If the job retained it too, a cancelled turn would leave a cycle of
    // owner, pump and job.
    if post(isHere: isHere, for: owner, { delivery.append { [unowned owner] in job(owner) } }) {
      start(isHere: isHere, for: owner)
    }
  }

  /// Enters, for a caller that does not hold the lock.
  @inline(__always)
  private func lockAndEnter() -> Mailbox.Entry? { hasTarget ? enter() : delivery.lock.withLock(enter) }

  /// Appends an entry. The mailbox's lock, if there is a mailbox, guards the backlog too, so that a post takes one lock.
  @inline(__always)
  private func post(isHere: Bool, for owner: Owner, _ append: () -> Bool) -> Bool {
    guard let mailbox else { return delivery.lock.withLock(append) }
    return mailbox._withUnsafeGuaranteedRef { mailbox in
      mailbox.lock.withLock {
        _ = append()
        return mailbox.append(self, for: owner)
      }
    } || isHere
  }

  package override func deliver(_ count: inout Int, for owner: AnyObject, _ limit: inout TurnLimit) -> Bool {
    let owner = unsafeDowncast(owner, to: Owner.self)
    func deliverNext(_ change: Change, _ backlog: Backlog) { deliver(owner, backlog.takeItem(as: Item.self)) }
    guard let mailbox else { return delivery.drain(&count, &limit, lock: delivery.lock, deliver: deliverNext) }
    return mailbox._withUnsafeGuaranteedRef {
      delivery.drain(&count, &limit, lock: $0.lock, deliver: deliverNext)
    }
  }
}
