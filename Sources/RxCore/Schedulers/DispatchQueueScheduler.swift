internal import DeliveryCore
public import Dispatch

/// A scheduler that runs work on a dispatch queue: the base class of ``SerialDispatchQueueScheduler``,
/// ``ConcurrentDispatchQueueScheduler`` and ``ConcurrentMainScheduler``.
///
/// Delayed and periodic work waits for a dispatch timer with the scheduler's leeway; disposal cancels the work. As on all
/// schedulers, a negative interval counts as zero, and `.never` schedules nothing and retains nothing. A time beyond the
/// clock's range acts as `.never`.
public class DispatchQueueScheduler: SchedulerType, @unchecked Sendable {
  // Delayed and periodic work shares a heap and one dispatch timer, which fires when the first entry of the heap is due.
  // Cancellation does not touch the dispatch timer, which may therefore fire for nothing. As a result, `debounce`, which
  // replaces its timer at each element, only inserts into the heap. Pending work retains the scheduler.

  private let queue: DispatchQueue
  /// Where `observe(on:)` delivers, without scheduling work here.
  final let target: DeliveryTarget
  /// Whether work scheduled from the queue itself, while no other work is pending or running, may run inline. Set only by
  /// initialisers.
  final var runsInline = false
  private let leeway: DispatchTimeInterval
  private let lock = Lock()

  // Guarded by the lock. Times are the uptime in nanoseconds, as in `DispatchTime`.
  @exclusivity(unchecked) private var source: (any DispatchSourceTimer)?
  /// The time at which the dispatch timer fires next.
  @exclusivity(unchecked) private var armedFor = UInt64.max
  private let pending = TimedWorkQueue<UInt64> { $0 < $1 ? .lessThan : $0 == $1 ? .equal : .greaterThan }

  init(queue: DispatchQueue, leeway: DispatchTimeInterval, isConcurrent: Bool) {
    self.queue = queue
    target = isConcurrent ? .queue(queue, nil) : DeliveryTarget(queue)
    self.leeway = leeway.asLeeway
  }

  deinit { source?.cancel() }

  /// The system time.
  public final var now: RxTime { .current }

  @preconcurrency
  public func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    enqueue(state, action)
  }

  /// Runs `action` on the queue, unless disposed first.
  private func enqueue<StateType>(
    _ state: StateType, _ action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let work = ScheduledWork { action(state) }  // The caller does not use the state again.
    target.schedule { work.run() }
    return work
  }

  @preconcurrency
  public final func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    if dueTime.seconds <= 0 { return enqueue(state, action) }
    guard let due = Self.time(dueTime, after: Self.uptime) else { return Disposables.create() }
    return insert(due) { [self, wait] in withExtendedLifetime((self, wait)) { action(state) } }
  }

  /// Runs `action` on the queue after `startAfter`, then every `period`, until disposed. Periods that elapse while the
  /// queue is busy are skipped. A period of `.never` runs the action once.
  @preconcurrency
  public final func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    guard let first = Self.time(startAfter.asDueTime, after: Self.uptime) else { return Disposables.create() }
    nonisolated(unsafe) var previous = first  // Each run schedules the next, so one thread at a time uses this.
    let work = PeriodicWork(state, action) { [self] run in
      guard let due = Self.time(of: period.asPeriod, following: previous) else { return nil }
      previous = due
      return schedule(at: due, run: run)
    }
    return work.start { schedule(at: first, run: $0) }
  }

  private func schedule(at due: UInt64, run: @escaping @Sendable () -> Void) -> any Disposable {
    insert(due) { [self, wait] in
      withExtendedLifetime((self, wait), run)
      return Disposables.create()
    }
  }

  /// Retained by pending work: for the main queue, in debug builds, an object that counts the work as waiting for that
  /// queue; otherwise `nil`.
  private var wait: (any AnyObject & Sendable)? {
    #if DEBUG
      target.mailbox?.isMain == true ? MainQueueWait() : nil
    #else
      nil
    #endif
  }

  private func insert(_ due: UInt64, action: @escaping () -> any Disposable) -> any Disposable {
    let work = TimedWork(time: due, action)
    lock.withLock {
      pending.insert(work, date: Double(due))
      if due < armedFor { arm(for: due) }
    }
    return work
  }

  /// Sets the dispatch timer to fire at `due`. Called under the lock.
  private func arm(for due: UInt64) {
    armedFor = due
    let isNew = source == nil
    let source = source ?? DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: due), leeway: leeway)
    guard isNew else { return }
    self.source = source
    source.setEventHandler { [weak self] in self?.fire() }
    source.resume()
  }

  /// Runs the entries that are due, after all that waits on the queue. On a concurrent queue each runs separately, so that
  /// none waits for another.
  private func fire() {
    var due: [ScheduledWork] = []
    lock.withLock {
      armedFor = .max
      let now = Self.uptime
      while let first = pending.firstTime() {
        guard first <= now else { return arm(for: first) }
        if let work = pending.takeFirst() { due.append(work) }
      }
    }
    let isLater = target.mailbox?.isIdle != true
    for work in due {
      if isLater { target.schedule { work.run() } } else { work.run() }
    }
  }

  private static var uptime: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// The time `interval` after `start`; `nil` if it is beyond the clock's range.
  private static func time(_ interval: DispatchTimeInterval, after start: UInt64) -> UInt64? {
    let time = DispatchTime(uptimeNanoseconds: start) + interval
    return time < .distantFuture ? time.uptimeNanoseconds : nil
  }

  /// The first time in the future that is a whole number of periods after `previous`.
  private static func time(of period: DispatchTimeInterval, following previous: UInt64) -> UInt64? {
    guard let next = time(period, after: previous) else { return nil }
    let now = uptime
    if next > now { return next }
    let length = next - previous
    return next + ((now - next) / length + 1) * length
  }
}

#if DEBUG
  /// Counts work as waiting for the main queue while this object exists.
  private final class MainQueueWait: Sendable {
    init() { MainQueueWatch.timerBegan() }
    deinit { MainQueueWatch.timerEnded() }
  }
#endif

/// Time intervals adjusted for dispatch timers. Dispatch converts some of them to unsigned numbers, so a negative
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
