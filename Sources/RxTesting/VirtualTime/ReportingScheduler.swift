public import Dispatch
public import RxCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler that reports when it is used, and runs nothing: for what a test says is never scheduled.
///
///     let idle = ReportingScheduler { Issue.record("\($0)") }
///     let model = SearchModel(scheduler: idle)  // An empty query must not wait for anything.
///
/// The report may come from any thread.
public final class ReportingScheduler: SchedulerType, Sendable {
  private let report: @Sendable (String) -> Void
  private let name: String

  /// Makes a scheduler.
  ///
  /// - Parameters:
  ///   - name: what it is called in the reports; the place where it is made unless told otherwise.
  ///   - report: called with what was asked of it.
  public init(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.name = name ?? "The scheduler made at \(file):\(line)"
    self.report = report
  }

  /// Reports, and tells the start of 1970.
  public var now: RxTime {
    report("\(name) was asked for the time.")
    return RxTime(timeIntervalSince1970: 0)
  }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    reportUse("was asked to run work now")
  }

  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    reportUse("was asked to run work after \(dueTime)")
  }

  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    reportUse("was asked to run work after \(startAfter) and then every \(period)")
  }

  private func reportUse(_ what: String) -> any Disposable {
    report("\(name) \(what), which this test says does not happen.")
    return Disposables.create()
  }
}
