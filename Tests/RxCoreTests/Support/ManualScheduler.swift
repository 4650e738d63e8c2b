import RxCore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A scheduler on which work runs when the test says so, on the test's thread.
final class ManualScheduler: SchedulerType {
  private struct Work {
    let number: Int
    let dueTime: RxTimeInterval?
    let run: @Sendable () -> Void
  }

  private let state = Mutex((work: [Work](), number: 0))

  var now: RxTime { RxTime(timeIntervalSinceReferenceDate: 0) }

  /// How many pieces of work wait.
  var pending: Int { state.withLock { $0.work.count } }

  /// The times after which the work that waits was asked for, but for work that was asked for at once.
  var dueTimes: [RxTimeInterval] { state.withLock { $0.work.compactMap(\.dueTime) } }

  /// Runs the work that has waited longest; `false` if there is none.
  @discardableResult
  func runNext() -> Bool {
    guard let next = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) else { return false }
    next.run()
    return true
  }

  func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    add(state, dueTime: nil, action: action)
  }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    add(state, dueTime: dueTime, action: action)
  }

  private func add<StateType>(
    _ value: StateType, dueTime: RxTimeInterval?, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    nonisolated(unsafe) let value = value  // Handed over: the caller keeps no use of it.
    let scheduled = CompositeDisposable()
    let number = state.withLock {
      $0.number += 1
      $0.work.append(Work(number: $0.number, dueTime: dueTime) { _ = scheduled.insert(action(value)) })
      return $0.number
    }
    _ = scheduled.insert(
      Disposables.create(with: { self.state.withLock { $0.work.removeAll { $0.number == number } } }))
    return scheduled
  }
}
