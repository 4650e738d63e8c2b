/// Delivers items on a target, one at a time and in the order in which they were sent.
///
/// A burst costs one `queue.async`: while a turn is scheduled or runs, further items only join the backlog. An item sent
/// from the target itself while nothing waits is delivered at once, unless told otherwise.
///
/// The owner holds the pump. Only a scheduled turn holds the owner, until everything has been delivered.
package final class QueuePump<Owner: AnyObject, Item>: @unchecked Sendable {
  private let target: DeliveryTarget
  private let runsInline: Bool
  private let deliver: (Owner, Item) -> Void
  private let delivery = SerialDelivery()

  package init(target: DeliveryTarget, runsInline: Bool = true, deliver: @escaping (Owner, Item) -> Void) {
    self.target = target
    self.runsInline = runsInline
    self.deliver = deliver
  }

  /// Delivers `item` on the target, at once or later.
  package func send(_ item: Item, for owner: Owner) {
    if enter() {
      deliver(owner, item)
      leave(owner)
    } else if delivery.lock.withLock({ delivery.append(item) }) {
      schedule(owner)
    }
  }

  /// Runs `job` on the target, at once or later.
  package func send(for owner: Owner, job: @escaping (Owner) -> Void) {
    if enter() {
      job(owner)
      leave(owner)
      return
    }
    // A turn holds the owner. A job that held it would never let it be deallocated if its turn is cancelled.
    if delivery.lock.withLock({ delivery.append { [unowned owner] in job(owner) } }) { schedule(owner) }
  }

  private func enter() -> Bool { runsInline && delivery.isIdle && target.isCurrent && delivery.enter() }

  private func leave(_ owner: Owner) {
    if !delivery.leave() { takeTurn(owner) }
  }

  private func schedule(_ owner: Owner) {
    nonisolated(unsafe) let owner = owner  // The turn hands it to `deliver` and to nothing else.
    target.schedule { [self] in takeTurn(owner) }
  }

  private func takeTurn(_ owner: Owner) {
    let deliver = deliver  // Stands beside what the sending threads write.
    let isFinished = delivery.drain(
      limit: target.turnLimit,
      deliver: { batch in deliver(owner, unsafeDowncast(batch, to: ItemBatch<Item>.self).takeNext()) })
    if !isFinished { schedule(owner) }
  }
}
