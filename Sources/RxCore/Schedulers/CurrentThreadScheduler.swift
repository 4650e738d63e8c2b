/// Runs work on the current thread, one after the other: what is scheduled while something runs waits until it is done.
///
/// `Producer.subscribe` runs under it, so that sources which schedule each other take turns instead of nesting, and
/// recursion of any depth needs no stack.
///
/// Semantics: ReactiveX, the trampoline scheduler.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
  /// The one instance; each thread has its own queue.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether nothing runs under the scheduler on this thread, so that work would run at once.
  public static var isScheduleRequired: Bool { !Trampoline.current.isRunning }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let trampoline = Trampoline.current
    if !trampoline.isRunning { return trampoline.run { action(state) } }
    let scheduled = SingleAssignmentDisposable()
    trampoline.enqueue {
      if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
    }
    return scheduled
  }
}
