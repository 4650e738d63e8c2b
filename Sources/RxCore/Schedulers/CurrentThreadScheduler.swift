internal import DeliveryCore

/// A scheduler that runs work on the current thread, one job at a time.
///
/// Work scheduled by a running job waits until that job has returned. `Producer.subscribe` runs on its trampoline, so
/// sources that schedule work on it alternate instead of nesting, and recursion of any depth does not grow the stack.
/// Each thread has its own queue.
///
/// Semantics: ReactiveX, the trampoline scheduler.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
  /// The shared instance.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether the scheduler is idle on this thread, so that work scheduled now runs immediately.
  public static var isScheduleRequired: Bool { !Trampoline.isRunningHere }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    Trampoline.withCurrent { trampoline in
      if !trampoline.isRunning { return trampoline.run { action(state) } }
      let work = ScheduledWork { action(state) }
      trampoline.enqueue { work.run() }
      return work
    }
  }
}
