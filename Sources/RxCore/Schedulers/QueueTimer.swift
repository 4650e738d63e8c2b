internal import DeliveryCore
import Dispatch
import Synchronization

/// Work on a dispatch queue, for all schedulers of dispatch queues.
///
/// Times have the same meaning on all of them. A negative time is zero. `.never` never comes: nothing is scheduled, and
/// nothing is kept. A time that is too long for the clock has the effect of `.never`.
extension DispatchQueue {
  /// Runs `action` on the queue, unless disposed before.
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

  /// Runs `action` on the queue after `dueTime`, unless disposed before.
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

  /// Runs `action` on the queue after `startAfter` and then after each `period`, until disposed. With a period of `.never`
  /// it runs once.
  func schedule<State>(
    _ state: State, startAfter: DispatchTimeInterval, period: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    if startAfter == .never { return Disposables.create() }
    nonisolated(unsafe) var state = state  // Used by the timer's handler alone, one call at a time.
    let timer = QueueTimer(queue: self)
    timer.start(after: startAfter, repeating: period, leeway: leeway) { state = action(state) }
    return timer
  }
}

/// A dispatch timer that is cancelled by disposal, or after its one shot.
///
/// Until it is cancelled, the dispatch source holds the handler, and the handler the timer. An owner of the timer keeps
/// nothing else.
final class QueueTimer: Disposable, @unchecked Sendable {
  private let source: any DispatchSourceTimer
  private let disposal = Atomic<Bool>(false)
  /// Whether it counts as a call that waits for the main queue.
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
  ///   - dueTime: when `handler` is called first.
  ///   - period: the time between the calls that follow.
  ///   - leeway: by how much calls may be late.
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

/// Spans as a dispatch timer takes them. Dispatch converts some of them to unsigned numbers, so a negative one would stop the
/// program.
extension DispatchTimeInterval {
  /// The period that replaces one that is zero or negative. Without a pause, a timer would occupy its queue entirely.
  static let shortestPeriod = DispatchTimeInterval.milliseconds(1)

  /// As a due time: negative is zero.
  var asDueTime: DispatchTimeInterval { seconds > 0 ? self : .nanoseconds(0) }

  /// As a period: zero and negative are ``shortestPeriod``. That of `.never` has no end.
  var asPeriod: DispatchTimeInterval { seconds > 0 ? self : Self.shortestPeriod }

  /// As a leeway: negative is zero, and so is `.never`.
  var asLeeway: DispatchTimeInterval { seconds > 0 && self != .never ? self : .nanoseconds(0) }
}
