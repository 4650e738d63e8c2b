/// Delivers items on a target, one at a time and in the order sent. Without a target, the sending threads deliver.
///
/// Many items share one `queue.async`: while a turn is scheduled or running, further items only join the backlog. An
/// item sent on the target itself while nothing is pending is delivered inline, unless `runsInline` is `false`.
///
/// The owner retains the pump. Only a scheduled turn retains the owner.
package final class QueuePump<Owner: AnyObject, Item>: @unchecked Sendable {
  private let target: DeliveryTarget?
  private let runsInline: Bool
  private let deliver: (Owner, Item) -> Void
  private let delivery = SerialDelivery()

  package init(target: DeliveryTarget?, runsInline: Bool = true, deliver: @escaping (Owner, Item) -> Void) {
    self.target = target
    self.runsInline = runsInline
    self.deliver = deliver
  }

  /// Whether everything that was sent has been delivered.
  package var isIdle: Bool { delivery.isIdle }

  /// Whether the target is the main queue.
  package var isOnMain: Bool { target?.isMain ?? false }

  /// Delivers `item` on the target, inline or later.
  package func send(_ item: Item, for owner: Owner) {
    if enter() {
      deliver(owner, item)
      leave(owner)
    } else if delivery.lock.withLock({ delivery.append(item) }) {
      schedule(owner)
    }
  }

  /// Runs `job` on the target, inline or later.
  package func send(for owner: Owner, job: @escaping (Owner) -> Void) {
    if enter() {
      job(owner)
      leave(owner)
      return
    }
    // The scheduled turn retains the owner. If the job did too, a cancelled turn would leave a cycle of owner, pump and
    // job.
    if delivery.lock.withLock({ delivery.append { [unowned owner] in job(owner) } }) { schedule(owner) }
  }

  private func enter() -> Bool { runsInline && delivery.isIdle && target?.isCurrent ?? true && delivery.enter() }

  private func leave(_ owner: Owner) {
    if !delivery.leave(), !takeTurn(owner) { schedule(owner) }
  }

  private func schedule(_ owner: Owner) {
    nonisolated(unsafe) let owner = owner  // Only `deliver` and jobs use it, one at a time.
    DeliveryTarget.takeTurns(on: target) { [self] in takeTurn(owner) }
  }

  private func takeTurn(_ owner: Owner) -> Bool {
    delivery.drain(limit: DeliveryTarget.turnLimit(on: target), deliver: { deliver(owner, $1.takeItem(as: Item.self)) })
  }
}
