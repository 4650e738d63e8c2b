internal import DeliveryCore
public import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// Runs work on the main queue; inline, if the caller is on the main queue already and no work of this scheduler waits.
///
/// Made for `observe(on:)`. For `subscribe(on:)`, ``ConcurrentMainScheduler`` runs inline more often. The main queue of a
/// command line program runs only if the program runs it: with an `async` main, or `MainQueue.run(until:)` of BindableKit.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  /// The scheduler of the main queue.
  public static let instance = MainScheduler()

  /// A scheduler of the main queue that never runs anything inline.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main, leeway: .nanoseconds(0))

  private let enqueued = Atomic<Int>(0)
  private let target = DeliveryTarget.main

  /// Makes a scheduler of the main queue.
  public init() {
    super.init(serialQueue: .main, leeway: .nanoseconds(0))
  }

  /// Stops the program with a message if it does not run on the main queue.
  public class func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    guard DeliveryTarget.main.isCurrent else {
      fatalError(
        errorMessage ?? "This must run on the main queue and runs elsewhere. Use DispatchQueue.main.async, or "
          + "observe(on: MainScheduler.instance).")
    }
  }

  /// Stops the program with a message if it does not run on the main queue.
  public class func ensureRunningOnMainThread(errorMessage: String? = nil) {
    ensureExecutingOnScheduler(errorMessage: errorMessage)
  }

  override var runsInline: Bool { true }

  override func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let before = enqueued.wrappingAdd(1, ordering: .relaxed).oldValue
    if before == 0, target.isCurrent {
      let disposable = action(state)
      enqueued.wrappingSubtract(1, ordering: .relaxed)
      return disposable
    }
    nonisolated(unsafe) let state = state  // Moved to the queue: the caller does not use it again.
    let scheduled = SingleAssignmentDisposable()
    target.schedule {
      if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
      self.enqueued.wrappingSubtract(1, ordering: .relaxed)
    }
    return scheduled
  }
}

/// Runs work on the main queue; inline, if the caller is on the main queue already, even while other work waits.
///
/// Made for `subscribe(on:)`. ``MainScheduler`` keeps the order of events and is made for `observe(on:)`.
public final class ConcurrentMainScheduler: SchedulerType {
  /// The one instance.
  public static let instance = ConcurrentMainScheduler()

  private let target = DeliveryTarget.main

  private init() {}

  /// The system's time.
  public var now: RxTime { Date() }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    target.isCurrent ? action(state) : DispatchQueue.main.schedule(state, action: action)
  }

  @preconcurrency
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    MainScheduler.instance.scheduleRelative(state, dueTime: dueTime, action: action)
  }

  @preconcurrency
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    MainScheduler.instance.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
  }
}
