internal import DeliveryCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler whose time passes only when it is told to: work waits for its virtual time, and takes no real time.
///
/// ``start()`` and ``advanceTo(_:)`` run the work on the thread that calls them, one piece after the other. What is due
/// at the same time runs in the order in which it was scheduled. Work may be scheduled and cancelled from any thread; no
/// lock is held while it runs.
///
/// Semantics: ReactiveX, Scheduler (virtual time).
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
  /// A point of virtual time.
  public typealias VirtualTime = Converter.VirtualTimeUnit

  /// A span of virtual time.
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  private let converter: Converter
  private let lock = Lock()
  private let waiting: VirtualTimeQueue<Converter>
  @exclusivity(unchecked) private var time: VirtualTime
  @exclusivity(unchecked) private var run = Run.idle

  /// Who runs the work: nobody; the one who called ``start()`` or ``advanceTo(_:)``; the same, but told to return.
  private enum Run { case idle, going, stopping }

  /// Makes a scheduler whose clock stands at `initialClock`.
  public init(initialClock: VirtualTime, converter: Converter) {
    self.converter = converter
    self.waiting = VirtualTimeQueue(converter: converter)
    self.time = initialClock
  }

  /// The present virtual time.
  public final var clock: VirtualTime { lock.withLock { time } }

  /// The present virtual time, as a date.
  public final var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// How much work waits.
  public final var pending: Int { lock.withLock { waiting.count } }

  /// Runs `action` with `state` at the present virtual time, when what is due before has run.
  @preconcurrency
  public final func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: clock, action: action)
  }

  /// Runs `action` with `state` when `dueTime`, turned into virtual time, has passed.
  ///
  /// A negative `dueTime` counts as zero. With `.never` the action never runs and is released at once.
  @preconcurrency
  public final func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let seconds = dueTime.seconds
    guard seconds < .infinity else { return Disposables.create() }
    return scheduleRelativeVirtual(
      state, dueTime: converter.convertToVirtualTimeInterval(max(0, seconds)), action: action)
  }

  /// Runs `action` with `state` when `dueTime` has passed. A negative `dueTime` counts as zero.
  @preconcurrency
  public final func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let now = clock
    let time = converter.offsetVirtualTime(now, offset: dueTime)
    let isPast = converter.compareVirtualTime(time, now) == .lessThan
    return scheduleAbsoluteVirtual(state, time: isPast ? now : time, action: action)
  }

  /// Runs `action` after `startAfter` and then each `period`, with the state that it returned before.
  ///
  /// Negative spans count as zero. A period that is too short for the clock, zero included, takes the shortest span that
  /// the clock can show, such as a tick, so that virtual time always goes on. With a `period` of `.never` the action
  /// runs once, with a `startAfter` of `.never` not at all. When the clock stands at the last time there is, nothing
  /// further is due.
  @preconcurrency
  public final func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    // Held weakly: the scheduler holds the work.
    let periodic = VirtualPeriodicWork(state, action) { [weak self] run in
      guard let self, let time = self.time(after: period.seconds) else { return nil }
      return self.scheduleAbsoluteVirtual((), time: time) { _ in
        run()
        return Disposables.create()
      }
    }
    periodic.scheduled.disposable = scheduleRelative((), dueTime: startAfter) { _ in
      periodic.run()
      return Disposables.create()
    }
    return periodic
  }

  /// The time that lies `period` seconds after the present one, or the shortest span that makes a difference; `nil` if
  /// there is no later time.
  private func time(after period: Double) -> VirtualTime? {
    guard period < .infinity else { return nil }
    let now = clock
    var seconds = max(0, period)
    while true {
      let later = converter.offsetVirtualTime(now, offset: converter.convertToVirtualTimeInterval(seconds))
      if converter.compareVirtualTime(now, later) == .lessThan { return later }
      seconds = max(seconds * 2, RxTime.resolution)
      // Some thousand years: a clock that such a span does not move is at its end.
      if seconds > 1e12 { return nil }
    }
  }

  /// Runs `action` with `state` at `time`; if that is past, as soon as the scheduler runs.
  @preconcurrency
  public final func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let work = TimedWork(time: adjustScheduledTime(time)) { action(state) }
    lock.withLock { waiting.insert(work) }
    return work
  }

  /// When work runs that was scheduled for `time`: then, unless a subclass says otherwise.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs what waits, and what is scheduled meanwhile, until nothing does or ``stop()`` is called.
  ///
  /// The clock moves on to the time of each piece of work. If the scheduler is running already, this does nothing: work
  /// that schedules without end, such as an `interval` that nobody disposes, never lets it return.
  public final func start() {
    guard begin() else { return }
    while let work = takeNext(until: nil) { work.run() }
  }

  /// Runs what is due until `time`, and leaves the clock there unless ``stop()`` was called.
  ///
  /// Going back, and calling it from work that this scheduler runs, are mistakes and stop the program.
  public final func advanceTo(_ time: VirtualTime) {
    let clock = clock
    precondition(
      converter.compareVirtualTime(clock, time) != .greaterThan,
      "\(Self.self).advanceTo(\(time)) was called at \(clock): virtual time does not go back. Advance to a later time.")
    precondition(
      begin(),
      """
      \(Self.self).advanceTo(\(time)) was called while the scheduler runs its work. Schedule more work instead, or call \
      it when start() or advanceTo(_:) has returned.
      """)
    while let work = takeNext(until: time) { work.run() }
  }

  /// Moves the clock on by `interval` without running anything: what became due meanwhile is late.
  ///
  /// A negative span is a mistake and stops the program.
  public final func sleep(_ interval: VirtualTimeInterval) {
    let isLater = lock.withLock {
      let later = converter.offsetVirtualTime(time, offset: interval)
      guard converter.compareVirtualTime(later, time) != .lessThan else { return false }
      time = later
      return true
    }
    precondition(
      isLater, "\(Self.self).sleep(\(interval)) would go back in virtual time. Sleep for a span that is not negative.")
  }

  /// Makes ``start()`` or ``advanceTo(_:)`` return when the piece of work that runs has ended.
  public final func stop() {
    lock.withLock { if run == .going { run = .stopping } }
  }

  private func begin() -> Bool {
    lock.withLock {
      guard run == .idle else { return false }
      run = .going
      return true
    }
  }

  /// The next work that is due until `end`, with the clock moved on to its time. Without any the run is over.
  private func takeNext(until end: VirtualTime?) -> VirtualWork? {
    lock.withLock {
      guard run == .going else {
        run = .idle
        return nil
      }
      guard let due = waiting.firstTime(),
        end.map({ converter.compareVirtualTime(due, $0) != .greaterThan }) ?? true
      else {
        run = .idle
        if let end { advanceClock(to: end) }
        return nil
      }
      advanceClock(to: due)
      return waiting.takeFirst()
    }
  }

  private func advanceClock(to later: VirtualTime) {
    if converter.compareVirtualTime(later, time) == .greaterThan { time = later }
  }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
  /// The time, and how much work waits.
  public var debugDescription: String { "\(Self.self) at \(clock), \(pending) pending" }
}
