/// Runs work on the current thread, one piece after the other: work that is scheduled while other work runs waits until
/// that has returned.
///
/// `Producer.subscribe` runs under it, so that sources which schedule one another alternate instead of nesting, and
/// recursion of any depth needs no stack. Each thread has a queue of its own.
///
/// Semantics: ReactiveX, the trampoline scheduler.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
  /// The one instance; each thread has its own queue.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether no work runs under the scheduler on this thread, so that scheduled work would run immediately.
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
