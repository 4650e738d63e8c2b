/// Runs jobs on a target, one at a time and in the order in which they were sent.
///
/// One `queue.async` a burst: while a drain is scheduled or runs, further jobs only join the backlog. A job sent from
/// the target itself with nothing pending runs inline, unless told otherwise.
package final class QueuePump: @unchecked Sendable {
  private let target: DeliveryTarget
  private let runsInline: Bool
  private let lock = Lock()
  private let gate = SerialGate()
  @exclusivity(unchecked) private var backlog: Backlog = []
  /// What the last job of the backlog delivers, if more may still be added to it.
  @exclusivity(unchecked) private var burst: AnyObject?

  package init(target: DeliveryTarget, runsInline: Bool = true) {
    self.target = target
    self.runsInline = runsInline
  }

  /// Runs `job` inline, if the caller is on the target with nothing pending, or soon.
  ///
  /// - Parameter owner: is kept alive until what waits has run, so that no job must keep it, which would cost two
  ///   atomic operations on a word that both threads use.
  package func send(keeping owner: AnyObject? = nil, _ job: @escaping () -> Void) {
    if runsInline, gate.isIdle, target.isCurrent, gate.tryEnter() {
      job()
      drain(keeping: owner)
    } else {
      let mustSchedule = lock.withLock {
        burst = nil
        backlog.append(job)
        return gate.enterLater()
      }
      if mustSchedule { schedule(keeping: owner) }
    }
  }

  /// Has `deliver` called with `item`, like a job of its own. Items sent one after the other wait together, in one
  /// allocation. All calls of one pump pass the same function.
  package func send<Item>(_ item: Item, keeping owner: AnyObject, deliver: @escaping (Item) -> Void) {
    if runsInline, gate.isIdle, target.isCurrent, gate.tryEnter() {
      deliver(item)
      drain(keeping: owner)
    } else {
      let mustSchedule = lock.withLock {
        if let burst {
          // The gate knows of it already.
          unsafeDowncast(burst, to: Burst<Item>.self).append(item)
          return false
        }
        open(Burst<Item>(), deliver: deliver).append(item)
        return gate.enterLater()
      }
      if mustSchedule { schedule(keeping: owner) }
    }
  }

  private func open<Item>(_ burst: Burst<Item>, deliver: @escaping (Item) -> Void) -> Burst<Item> {
    self.burst = burst
    backlog.append { burst.each(deliver) }
    return burst
  }

  private func schedule(keeping owner: AnyObject?) {
    nonisolated(unsafe) let owner = owner  // Only kept.
    target.schedule { [self] in drain(keeping: owner) }
  }

  private func drain(keeping owner: AnyObject?) {
    let finished = gate.drain(lock, turns: DeliveryTarget.turns) {
      burst = nil
      return backlog.takeAll()
    }
    if !finished { schedule(keeping: owner) }
  }
}
