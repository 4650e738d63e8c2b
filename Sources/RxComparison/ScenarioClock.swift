import DeliveryCore
import RxCore
import RxTesting

/// A run's scheduler, and the ticks at which work is due, so that the run can skip all other ticks.
///
/// A tick is a millisecond. Work scheduled for now runs in the current tick: processing takes no virtual time.
struct ScenarioClock: Sendable {
  let scheduler: TestScheduler
  private let dueTicks: DueTicks

  init() {
    let dueTicks = DueTicks()
    self.dueTicks = dueTicks
    scheduler = TestScheduler(
      initialClock: 0, resolution: 0.001, simulateProcessingDelay: false, onSchedule: { dueTicks.insert($0) })
  }

  /// The next tick after the current one at which work may be due; `nil` if there is none.
  func nextDueTick() -> TestTime? { dueTicks.next(after: scheduler.clock) }

  private final class DueTicks: @unchecked Sendable {  // The lock guards `ticks`.
    private let lock = Lock()
    /// The ticks at which work is due, including those whose work was cancelled.
    private var ticks: Set<TestTime> = []

    func insert(_ tick: TestTime) { lock.withLock { _ = ticks.insert(tick) } }

    func next(after now: TestTime) -> TestTime? {
      lock.withLock {
        ticks = ticks.filter { $0 > now }
        return ticks.min()
      }
    }
  }
}
