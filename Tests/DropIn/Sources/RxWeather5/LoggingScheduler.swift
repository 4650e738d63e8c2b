import Foundation
import RxSwift

/// Forwards to another scheduler and logs what it is asked to do.
public final class LoggingScheduler: SchedulerType {
  private let scheduler: SchedulerType
  private let log: (String) -> Void

  public init(_ scheduler: SchedulerType, log: @escaping (String) -> Void) {
    self.scheduler = scheduler
    self.log = log
  }

  public var now: RxTime { scheduler.now }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> Disposable
  ) -> Disposable {
    log("now")
    return scheduler.schedule(state, action: action)
  }

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> Disposable
  ) -> Disposable {
    log("after \(dueTime)")
    return scheduler.scheduleRelative(state, dueTime: dueTime, action: action)
  }

  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> Disposable {
    log("every \(period)")
    return scheduler.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
  }
}
