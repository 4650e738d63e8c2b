/// Periodic work in virtual time. Like other periodic work, each run schedules the next one before it calls the action.
final class VirtualPeriodicWork<State>: Disposable, @unchecked Sendable {  // Each run is scheduled by the previous one.
  /// The scheduled run.
  let scheduled = SerialDisposable()

  private var state: State
  private let action: @Sendable (State) -> State
  private let scheduleNext: @Sendable (_ run: @escaping @Sendable () -> Void) -> (any Disposable)?

  /// Creates work that is not scheduled yet.
  ///
  /// - Parameter scheduleNext: schedules a call of its argument one period later; returns `nil` if there is no later
  ///   time.
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
