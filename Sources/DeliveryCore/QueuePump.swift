/// Runs jobs on a target, one at a time and in the order in which they were sent.
///
/// One `queue.async` a burst: while a drain is scheduled or runs, further jobs only join the backlog. A job sent from
/// the target itself with nothing pending runs inline.
package final class QueuePump: @unchecked Sendable {
  private let target: DeliveryTarget
  private let lock = Lock()
  private let gate = SerialGate()
  @exclusivity(unchecked) private var backlog: Backlog = []

  package init(target: DeliveryTarget) {
    self.target = target
  }

  /// Runs `job` inline, if the caller is on the target with nothing pending, or soon.
  package func send(_ job: @escaping () -> Void) {
    if gate.isIdle, target.isCurrent, gate.tryEnter() {
      job()
      drain()
    } else {
      let mustSchedule = lock.withLock {
        backlog.append(job)
        return gate.enterLater()
      }
      if mustSchedule { schedule() }
    }
  }

  private func schedule() {
    target.schedule { [self] in drain() }
  }

  private func drain() {
    let finished = gate.drain(lock, turns: DeliveryTarget.turns) { backlog.takeAll() }
    if !finished { schedule() }
  }
}
