internal import DeliveryCore
import Dispatch
import Synchronization

/// The scheduling that all dispatch queue schedulers share.
///
/// Times have the same meaning on all of them: a negative time counts as zero, `.never` schedules nothing and retains
/// nothing, and a time beyond the clock's range acts as `.never`.
extension DispatchQueue {
  /// Runs `action` on the queue, unless disposed first.
  func schedule<State>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    nonisolated(unsafe) let state = state  // Moved to the queue: the caller does not use it again.
    let scheduled = SingleAssignmentDisposable()
    DeliveryTarget(self).schedule {
      if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
    }
    return scheduled
  }

  /// Runs `action` on the queue after `dueTime`, unless disposed first.
  func schedule<State>(
    _ state: State, after dueTime: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    if dueTime == .never { return Disposables.create() }
    if dueTime.seconds <= 0 { return schedule(state, action: action) }
    nonisolated(unsafe) let state = state  // Moved to the queue: the caller does not use it again.
    let scheduled = CompositeDisposable()
    let timer = QueueTimer(queue: self)
    _ = scheduled.insert(timer)
    timer.start(after: dueTime, repeating: .never, leeway: leeway) {
      if !scheduled.isDisposed { _ = scheduled.insert(action(state)) }
    }
    return scheduled
  }

  /// Runs `action` on the queue after `startAfter`, then every `period`, until disposed.
  ///
  /// A period of `.never` runs it once.
  func schedule<State>(
    _ state: State, startAfter: DispatchTimeInterval, period: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    if startAfter == .never { return Disposables.create() }
    nonisolated(unsafe) var state = state  // Accessed only by the timer's handler, one call at a time.
    let timer = QueueTimer(queue: self)
    timer.start(after: startAfter, repeating: period, leeway: leeway) { state = action(state) }
    return timer
  }
}

/// A dispatch timer that is cancelled on disposal or, if it fires only once, after it has fired.
///
/// Until it is cancelled, the dispatch source retains the handler, which retains the timer. An owner that keeps the
/// timer after that retains nothing else.
final class QueueTimer: Disposable, @unchecked Sendable {
  private let source: any DispatchSourceTimer
  private let disposal = Atomic<Bool>(false)
  /// Whether the timer counts as work pending on the main queue.
  private let isWaitingForMain = Atomic<Bool>(false)

  init(queue: DispatchQueue) {
    source = DispatchSource.makeTimerSource(queue: queue)
    #if DEBUG
      if DeliveryTarget(queue).isMain {
        isWaitingForMain.store(true, ordering: .relaxed)
        MainQueueWatch.willWait()
      }
    #endif
  }

  /// Starts the timer. Called once.
  ///
  /// - Parameters:
  ///   - dueTime: the time until the first call of `handler`.
  ///   - period: the time between later calls.
  ///   - leeway: how late calls may be.
  func start(
    after dueTime: DispatchTimeInterval, repeating period: DispatchTimeInterval, leeway: DispatchTimeInterval,
    handler: @escaping @Sendable () -> Void
  ) {
    let isOneShot = period == .never
    source.setEventHandler { [self] in
      endWait(hasFired: true)
      if disposal.load(ordering: .acquiring) { return }
      handler()
      if isOneShot { dispose() }
    }
    source.schedule(
      deadline: .now() + dueTime.asDueTime, repeating: period.asPeriod, leeway: leeway.asLeeway)
    source.resume()
  }

  func dispose() {
    if disposal.exchange(true, ordering: .acquiringAndReleasing) { return }
    source.cancel()
    endWait(hasFired: false)
  }

  private func endWait(hasFired: Bool) {
    #if DEBUG
      if isWaitingForMain.load(ordering: .relaxed), isWaitingForMain.exchange(false, ordering: .relaxed) {
        MainQueueWatch.didWait(hasFired: hasFired)
      }
    #endif
  }
}

/// Time intervals adjusted for dispatch timers. Dispatch converts some of them to unsigned numbers, so that a negative
/// interval would trap.
extension DispatchTimeInterval {
  /// The replacement for a period that is zero or negative. Without a pause, a timer would monopolise its queue.
  static let shortestPeriod = DispatchTimeInterval.milliseconds(1)

  /// The interval as a due time: zero if negative.
  var asDueTime: DispatchTimeInterval { seconds > 0 ? self : .nanoseconds(0) }

  /// The interval as a period: ``shortestPeriod`` if zero or negative. `.never` does not repeat.
  var asPeriod: DispatchTimeInterval { seconds > 0 ? self : Self.shortestPeriod }

  /// The interval as a leeway: zero if negative or `.never`.
  var asLeeway: DispatchTimeInterval { seconds > 0 && self != .never ? self : .nanoseconds(0) }
}
