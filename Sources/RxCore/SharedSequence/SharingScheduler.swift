/// Provides the scheduler on which drivers and signals emit: the main queue's, or one chosen by a test.
///
///     let model = SharingScheduler.mock(scheduler: testScheduler) { SearchViewModel(service: service) }
///
/// Semantics: RxCocoa, SharingScheduler.
public enum SharingScheduler {
  /// Task-local rather than global, so that concurrent tests do not see each other's schedulers.
  @TaskLocal private static var mocked: Maker?

  /// Creates schedulers. A class, because the Swift 6.3.1 optimiser miscompiles an optional task-local closure.
  private final class Maker: Sendable {
    let make: @Sendable () -> any SchedulerType

    init(_ make: @escaping @Sendable () -> any SchedulerType) {
      self.make = make
    }
  }

  /// Creates the scheduler for a conversion or operator: a ``MainScheduler``, except inside `mock`.
  @preconcurrency
  public static var make: @Sendable () -> any SchedulerType {
    if let mocked { return mocked.make }
    return { MainScheduler() }
  }

  /// Runs `action` with `scheduler` for all conversions and operators that `action` applies. For tests.
  ///
  /// This affects the calling thread and the tasks that `action` starts, but neither detached tasks nor other threads.
  /// ``MainScheduler`` still represents the main queue, so call `drive` on the main actor. Returns the result of
  /// `action`.
  @discardableResult
  public static func mock<Result>(scheduler: any SchedulerType, action: () throws -> Result) rethrows -> Result {
    try mock(makeScheduler: { scheduler }, action: action)
  }

  /// Runs `action`, creating a scheduler with `makeScheduler` for each conversion or operator that `action` applies.
  ///
  /// For tests. See ``mock(scheduler:action:)``.
  @discardableResult
  @preconcurrency
  public static func mock<Result>(
    makeScheduler: @escaping @Sendable () -> any SchedulerType, action: () throws -> Result
  ) rethrows -> Result {
    try $mocked.withValue(Maker(makeScheduler), operation: action)
  }
}
