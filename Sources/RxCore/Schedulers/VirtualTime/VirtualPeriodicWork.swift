/// Periodic work in virtual time. Each run first schedules the next one, as other periodic work does.
final class VirtualPeriodicWork<State>: Disposable, @unchecked Sendable {  // Runs are scheduled one after the other.
  /// The scheduled run.
  let scheduled = SerialDisposable()

  private var state: State
  private let action: @Sendable (State) -> State
  private let scheduleNext: @Sendable (_ run: @escaping @Sendable () -> Void) -> (any Disposable)?

  /// Makes work that is not scheduled yet.
  ///
  /// - Parameter scheduleNext: schedules a call of its closure after a period; returns `nil` if no run can follow.
  init(
    _ state: State, _ action: @escaping @Sendable (State) -> State,
    scheduleNext: @escaping @Sendable (_ run: @escaping @Sendable () -> Void) -> (any Disposable)?
  ) {
    self.state = state
    self.action = action
    self.scheduleNext = scheduleNext
  }

  /// Schedules the next run, then runs the action, unless disposed.
  func run() {
    guard !scheduled.isDisposed else { return }
    let next = SingleAssignmentDisposable()
    scheduled.disposable = next
    if let work = scheduleNext({ self.run() }) { next.setDisposable(work) }
    if !scheduled.isDisposed { state = action(state) }
  }

  func dispose() { scheduled.dispose() }
}
