public import Dispatch
public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler that reports each use and runs nothing, for tests that must not schedule anything.
///
///     let idle = UnexpectedUseScheduler { Issue.record("\($0)") }
///     let model = SearchModel(scheduler: idle)  // An empty query must not wait for anything.
///
/// Reports are made on the thread that uses the scheduler.
public final class UnexpectedUseScheduler: SchedulerType, Sendable {
  private let report: @Sendable (String) -> Void
  private let name: String

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - name: the scheduler's name in reports; by default the location where it is created.
  ///   - file: the file of that location; by default the caller's.
  ///   - line: the line of that location; by default the caller's.
  ///   - report: called for each use with a sentence that describes it.
  public init(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.name = name ?? "The scheduler made at \(file):\(line)"
    self.report = report
  }

  /// Reports the use and returns the start of 1970.
  public var now: RxTime {
    report("\(name) was asked for the time.")
    return RxTime(timeIntervalSince1970: 0)
  }

  /// Reports the use.
  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    reportUse("was asked to run work now")
  }

  /// Reports the use.
  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    reportUse("was asked to run work after \(dueTime)")
  }

  /// Reports the use.
  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    reportUse("was asked to run work after \(startAfter) and then every \(period)")
  }

  private func reportUse(_ what: String) -> any Disposable {
    report("\(name) \(what), which the test does not allow.")
    return Disposables.create()
  }
}
