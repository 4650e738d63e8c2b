/// Makes the scheduler on which drivers and signals emit: the main queue's, or that of a test.
///
///     SharingScheduler.mock(scheduler: testScheduler) {
///       let title = viewModel.title.asDriver(onErrorJustReturn: "")
///       ...
///     }
///
/// Semantics: RxCocoa, SharingScheduler.
public enum SharingScheduler {
  /// Task-local rather than global, so that tests that run at the same time do not see each other's schedulers.
  @TaskLocal private static var mocked: Maker?

  /// An object, because the optimiser of Swift 6.3.1 miscompiles a task-local closure that is optional.
  private final class Maker: Sendable {
    let make: @Sendable () -> any SchedulerType

    init(_ make: @escaping @Sendable () -> any SchedulerType) {
      self.make = make
    }
  }

  /// Makes a scheduler for a conversion or an operator: a ``MainScheduler``, except inside `mock`.
  @preconcurrency
  public static var make: @Sendable () -> any SchedulerType {
    if let mocked { return mocked.make }
    return { MainScheduler() }
  }

  /// Runs `action`; the conversions and operators that it applies use `scheduler`. For tests.
  ///
  /// This holds on the thread of the call and in the tasks that `action` starts, but not on other threads. ``MainScheduler``
  /// still stands for the main queue: call `drive` on the main actor.
  public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
    try mock(makeScheduler: { scheduler }, action: action)
  }

  /// Runs `action`; the conversions and operators that it applies use schedulers that `makeScheduler` makes. For tests.
  /// See ``mock(scheduler:action:)``.
  @preconcurrency
  public static func mock(
    makeScheduler: @escaping @Sendable () -> any SchedulerType, action: () throws -> Void
  ) rethrows {
    try $mocked.withValue(Maker(makeScheduler), operation: action)
  }
}
