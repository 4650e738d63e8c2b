import DeliveryCore
import RxCore

/// The scheduler of a run. It knows the ticks at which work is due, so that the run can skip the others.
///
/// A tick is a millisecond. Work for the current tick runs in this tick: how long processing takes is not compared.
final class ScenarioScheduler: TestScheduler, @unchecked Sendable {  // The lock guards what changes.
  private let lock = Lock()
  /// Also ticks whose work was cancelled.
  private var dueTicks: Set<TestTime> = []

  init() {
    super.init(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
  }

  /// Notes the tick: each piece of work that an operator schedules asks for its time here.
  override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    let tick = super.adjustScheduledTime(time)
    note(tick)
    return tick
  }

  override func note(_ tick: TestTime) { lock.withLock { _ = dueTicks.insert(tick) } }

  /// The next tick after the current one at which work may be due; `nil` if there is none.
  func nextDueTick() -> TestTime? {
    let now = clock
    return lock.withLock {
      dueTicks = dueTicks.filter { $0 > now }
      return dueTicks.min()
    }
  }
}
