/// What delivers on a target, one item at a time and in order. On a queue, all receivers share the queue's mailbox.
/// Without a target, the sending threads deliver.
///
/// The owner retains the receiver. Only what waits on the target retains the owner.
open class Receiver {
  /// What waits. On a queue, each entry also has its place in the mailbox.
  public final let delivery = SerialDelivery()
  package final let target: DeliveryTarget?

  package init(target: DeliveryTarget?) {
    self.target = target
    #if DEBUG
      if let target, target.isMain { MainQueueWatch.willUse() }
    #endif
  }

  /// Delivers `count` entries, or fewer if `limit` is reached: see `SerialDelivery.drain`.
  open func deliver(_ count: inout Int, for owner: AnyObject, _ limit: inout TurnLimit) -> Bool {
    delivery.drain(&count, &limit, deliver: { _, _ in })
  }

  /// Whether the caller is where the receiver delivers, and nothing waits here. Called without the lock.
  package final var isHere: Bool {
    guard let target else { return true }
    return delivery.isIdle && target.isCurrent
  }

  /// Makes a caller that is here the delivering thread, unless something else waits on the queue.
  package final func enter() -> Mailbox.Entry? {
    guard delivery.enter() else { return nil }
    guard case .queue(_, let mailbox) = target else { return .outermost }
    if let entry = mailbox.enter() { return entry }
    _ = delivery.leave()
    return nil
  }

  /// Ends the delivery that `enter()` began, and delivers what has been appended meanwhile, up to the limit of a turn.
  package final func leave(_ entry: Mailbox.Entry, for owner: AnyObject) {
    let isDone = delivery.leave()
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
    if case .queue(_, let mailbox) = target { mailbox.post(self, for: owner) || isHere } else { isFirst }
  }

  /// Starts the delivery of what was posted. A caller that is here delivers immediately. Called without the lock.
  package final func start(isHere: Bool, for owner: AnyObject) {
    switch target {
    case nil:
      var (count, limit) = (Int.max, TurnLimit.none)
      _ = deliver(&count, for: owner, &limit)
    case .queue(let queue, let mailbox): if isHere { mailbox.takeTurn(on: queue) } else { mailbox.start(on: queue) }
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
    if isHere, let entry = enter() {
      deliver(owner, item)
      leave(entry, for: owner)
    } else if delivery.lock.withLock({ post(delivery.append(item), isHere: isHere, for: owner) }) {
      start(isHere: isHere, for: owner)
    }
  }

  /// Runs `job` on the target, inline or later.
  package func send(for owner: Owner, job: @escaping (Owner) -> Void) {
    let isHere = runsInline && isHere
    if isHere, let entry = enter() {
      job(owner)
      leave(entry, for: owner)
      return
    }
    // What waits retains the owner. If the job did too, a cancelled turn would leave a cycle of owner, pump and job.
    let mustStart = delivery.lock.withLock {
      post(delivery.append { [unowned owner] in job(owner) }, isHere: isHere, for: owner)
    }
    if mustStart { start(isHere: isHere, for: owner) }
  }

  package override func deliver(_ count: inout Int, for owner: AnyObject, _ limit: inout TurnLimit) -> Bool {
    let owner = unsafeDowncast(owner, to: Owner.self)
    return delivery.drain(&count, &limit) { deliver(owner, $1.takeItem(as: Item.self)) }
  }
}
