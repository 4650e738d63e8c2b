import Synchronization

/// Work that runs once per period, until it is disposed. Each run schedules the next one, then calls the action.
///
/// On a concurrent scheduler, periods may elapse while the action is running. The running thread then calls the action
/// once more, however many have elapsed, so that only one thread at a time uses the state.
///
/// Only a scheduled run retains the work, which is released when no run is scheduled or the scheduled run is disposed.
final class PeriodicWork<State>: @unchecked Sendable {
  typealias Run = @Sendable () -> Void

  private let scheduled = SerialDisposable()
  /// The number of elapsed periods that the action has not finished handling.
  private let elapsed = Atomic<Int>(0)
  private var state: State
  private let action: @Sendable (State) -> State
  private let scheduleNext: @Sendable (@escaping Run) -> (any Disposable)?

  /// - Parameter scheduleNext: schedules its argument one period later; returns `nil` if there is no later time.
  init(
    _ state: State, _ action: @escaping @Sendable (State) -> State,
    scheduleNext: @escaping @Sendable (@escaping Run) -> (any Disposable)?
  ) {
    self.state = state
    self.action = action
    self.scheduleNext = scheduleNext
  }

  /// Schedules the first run with `schedule`. The result disposes the work.
  func start(_ schedule: (@escaping Run) -> (any Disposable)?) -> any Disposable {
    scheduleRun(schedule)
    return scheduled
  }

  private func scheduleRun(_ schedule: (@escaping Run) -> (any Disposable)?) {
    // Store first: the run may begin on another thread, and schedule the next one, before `schedule` returns.
    let next = SingleAssignmentDisposable()
    scheduled.disposable = next
    if let work = schedule({ self.run() }) { next.setDisposable(work) }
  }

  private func run() {
    if scheduled.isDisposed { return }
    scheduleRun(scheduleNext)
    guard elapsed.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    var handled = 1
    repeat {
      if !scheduled.isDisposed { state = action(state) }
      handled = elapsed.wrappingSubtract(handled, ordering: .acquiringAndReleasing).newValue
    } while handled > 0
  }
}
