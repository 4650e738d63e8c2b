internal import DeliveryCore
import RxCore

/// The time of a ``TestScheduler`` as a `Clock`, for `Task.sleep`, timeouts and all other code that takes a clock.
///
///     let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
///     let search = Search(clock: scheduler.virtualClock)  // Sleeps for 300 milliseconds before it searches.
///     search.query.value = "swift"
///     await scheduler.advance(by: .milliseconds(300))
///
/// A task that sleeps is resumed by the scheduler, in the order of the deadlines and, among equal ones, in the order in
/// which the tasks went to sleep. Any thread may use the clock. It retains the scheduler, and so does a sleeping task.
///
/// Spans are rounded to ticks, as those of operators are: the deadline is the nearest tick, and at least the next one.
///
/// Semantics: the standard library's `Clock`.
public struct VirtualClock: Clock {
  /// A point of virtual time.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since tick 0 of the scheduler.
    public let offset: Duration

    /// The instant `offset` after tick 0 of the scheduler.
    public init(offset: Duration) { self.offset = offset }

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// The order in time.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The time since tick 0.
    public var description: String { offset.description }
  }

  let scheduler: TestScheduler

  /// The scheduler's current time.
  public var now: Instant { Instant(offset: scheduler.tick.multiplied(by: scheduler.clock)) }

  /// The length of the scheduler's ticks.
  public var minimumResolution: Duration { scheduler.tick }

  /// Sleeps until the scheduler's time has reached `deadline`. Returns immediately if it has.
  ///
  /// - Parameters:
  ///   - deadline: when the sleep ends.
  ///   - tolerance: is ignored.
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    scheduler.work.join()
    try Task.checkCancellation()
    if deadline <= now { return }
    let alarm = Alarm()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard alarm.set(continuation) else { return }
        alarm.ring.setDisposable(
          scheduler.schedule(atTick: scheduler.tick(of: deadline)) { alarm.end(.success(())) })
      }
    } onCancel: {
      alarm.end(.failure(CancellationError()))
    }
  }
}

/// Wakes a sleeping task once: for the scheduler, or for the task's cancellation.
private final class Alarm: @unchecked Sendable {
  /// The scheduled end of the sleep.
  let ring = SingleAssignmentDisposable()
  private let lock = Lock()
  private var continuation: CheckedContinuation<Void, any Error>?
  private var result: Result<Void, any Error>?

  /// Returns `false`, and resumes the task, if the sleep has ended already.
  func set(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let result = lock.withLock {
      if self.result == nil { self.continuation = continuation }
      return self.result
    }
    if let result { continuation.resume(with: result) }
    return result == nil
  }

  func end(_ result: Result<Void, any Error>) {
    let continuation = lock.withLock {
      if self.result == nil { self.result = result }
      let continuation = self.continuation
      self.continuation = nil
      return continuation
    }
    continuation?.resume(with: result)
    ring.dispose()
  }
}

extension Duration {
  /// The product, limited to the range that can be represented.
  fileprivate func multiplied(by count: Int) -> Duration {
    let seconds = self / .seconds(1) * Double(count)
    if seconds.magnitude < 0x1p63 { return self * count }
    return .seconds(seconds < 0 ? Int64.min : .max)
  }
}

extension TestScheduler {
  /// The scheduler's time as a `Clock`, for code with tasks.
  ///
  ///     let model = Search(clock: scheduler.virtualClock)
  ///
  /// The scheduler's `clock` is its time in ticks. Any thread may call this. A calling task becomes one of those for
  /// which ``settle()`` waits.
  public var virtualClock: VirtualClock {
    work.join()
    return VirtualClock(scheduler: self)
  }

  /// The tick nearest to `instant`, and at least the next one.
  fileprivate func tick(of instant: VirtualClock.Instant) -> TestTime {
    max(ticks(in: instant.offset), clock.addingSaturating(1))
  }

  /// The number of ticks nearest to `duration`.
  func ticks(in duration: Duration) -> TestTime {
    TestTime(exactly: (duration / tick).rounded()) ?? (duration < .zero ? .min : .max)
  }

  /// Runs `action` at exactly `time`, unless disposed first.
  fileprivate func schedule(atTick time: TestTime, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    note(time)
    return scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }
}
