import Dispatch
import RxCore
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A scheduler that runs work only when the test advances its clock or calls `runNext()`, on the thread of that call.
final class ManualScheduler: SchedulerType {
  private struct Work {
    let number: Int
    let dueTime: RxTimeInterval?
    let due: Int
    let run: @Sendable () -> Void
  }

  private struct State {
    var work: [Work] = []
    var number = 0
    /// The time since the start, in milliseconds.
    var elapsed = 0
    /// The wall clock's adjustment in milliseconds; negative if the clock was set back.
    var offset = 0
  }

  private let state = Guarded(State())

  var now: RxTime {
    let milliseconds = state.withLock { $0.elapsed + $0.offset }
    return RxTime(timeIntervalSinceReferenceDate: 800_000_000 + Double(milliseconds) / 1_000)
  }

  /// Advances the clock and runs work at its due time. Work with equal due times runs in the order of scheduling.
  func advance(by milliseconds: Int) {
    let end = state.withLock { $0.elapsed + milliseconds }
    while let next = takeNext(until: end) { next.run() }
    // Work that ran, or another thread, may have advanced the clock further.
    state.withLock { $0.elapsed = max($0.elapsed, end) }
  }

  private func takeNext(until end: Int) -> Work? {
    state.withLock { state in
      let next = state.work.filter { $0.due <= end }.min { ($0.due, $0.number) < ($1.due, $1.number) }
      guard let next else { return nil }
      state.work.removeAll { $0.number == next.number }
      state.elapsed = max(state.elapsed, next.due)
      return next
    }
  }

  /// Sets the wall clock back, as users can. Scheduled work is not delayed.
  func setClockBack(by milliseconds: Int) {
    state.withLock { $0.offset -= milliseconds }
  }

  /// The time since the start, in milliseconds.
  var elapsed: Int { state.withLock { $0.elapsed } }

  /// The number of scheduled work items.
  var pending: Int { state.withLock { $0.work.count } }

  /// The delays of the scheduled work, excluding work scheduled to run immediately.
  var dueTimes: [RxTimeInterval] { state.withLock { $0.work.compactMap(\.dueTime) } }

  /// Runs the work scheduled first. Returns `false` if there is none.
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
    nonisolated(unsafe) let value = value  // The caller does not use it afterwards.
    let scheduled = CompositeDisposable()
    let number = state.withLock {
      $0.number += 1
      let due = $0.elapsed + (dueTime?.milliseconds ?? 0)
      $0.work.append(Work(number: $0.number, dueTime: dueTime, due: due) { _ = scheduled.insert(action(value)) })
      return $0.number
    }
    _ = scheduled.insert(
      Disposables.create(with: { self.state.withLock { $0.work.removeAll { $0.number == number } } }))
    return scheduled
  }
}

extension RxTimeInterval {
  /// The span in whole milliseconds, rounded up.
  fileprivate var milliseconds: Int {
    switch self {
    case .seconds(let count): count * 1_000
    case .milliseconds(let count): count
    case .microseconds(let count): (count + 999) / 1_000
    // Ignore less than a microsecond, because a current `Date` is only accurate to a tenth of one.
    case .nanoseconds(let count): (count + 998_999) / 1_000_000
    case .never: .max / 2
    @unknown default: .max / 2
    }
  }
}
