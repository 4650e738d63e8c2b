public import Dispatch
public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler that reports each use and runs nothing, for tests in which nothing may be scheduled.
///
///     let idle = UnexpectedUseScheduler { Issue.record("\($0)") }
///     let model = SearchModel(scheduler: idle)  // An empty query must not wait for anything.
///
/// It reports on the thread that uses it.
public final class UnexpectedUseScheduler: SchedulerType, Sendable {
  private let report: @Sendable (String) -> Void
  private let name: String

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - name: what reports call it; the location where it is made without one.
  ///   - file: the file of that location; the caller's.
  ///   - line: the line of that location; the caller's.
  ///   - report: called with each use, as a sentence.
  public init(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.name = name ?? "The scheduler made at \(file):\(line)"
    self.report = report
  }

  /// Reports the use. The date is the start of 1970.
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
