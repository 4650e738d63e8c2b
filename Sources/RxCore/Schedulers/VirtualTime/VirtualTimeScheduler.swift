internal import DeliveryCore

/// A scheduler with a virtual clock: time advances only while the scheduler runs, and waiting takes no real time.
///
/// ``start()`` and ``advanceTo(_:)`` run the work on the calling thread, one job at a time. Work due at the same time
/// runs in the order in which it was scheduled. Work may be scheduled and cancelled from any thread; no lock is held
/// while it runs.
///
/// Semantics: ReactiveX, Scheduler (virtual time).
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
  /// A point of virtual time.
  public typealias VirtualTime = Converter.VirtualTimeUnit

  /// An interval of virtual time.
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  private let converter: Converter
  private let lock = Lock()
  private let waiting: TimedWorkQueue<VirtualTime>
  @exclusivity(unchecked) private var time: VirtualTime
  @exclusivity(unchecked) private var run = Run.idle

  /// Whether ``start()`` or ``advanceTo(_:)`` is running, or has been asked to stop.
  private enum Run { case idle, going, stopping }

  /// Creates a scheduler whose clock starts at `initialClock`.
  public init(initialClock: VirtualTime, converter: Converter) {
    self.converter = converter
    self.waiting = TimedWorkQueue(compare: converter.compareVirtualTime)
    self.time = initialClock
  }

  /// The current virtual time.
  public final var clock: VirtualTime { lock.withLock { time } }

  /// The current virtual time, as a date.
  public final var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// The number of pending jobs.
  public final var pending: Int { lock.withLock { waiting.count } }

  /// Runs `action` with `state` at the current virtual time, after all work that is already due.
  @preconcurrency
  public final func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: adjustScheduledTime(clock), action: action)
  }

  /// Runs `action` with `state` after `dueTime`, converted to virtual time.
  ///
  /// A negative `dueTime` counts as zero. With `.never` the action never runs and is released immediately.
  @preconcurrency
  public final func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let seconds = dueTime.seconds
    guard seconds < .infinity else { return Disposables.create() }
    let due = time(after: converter.convertToVirtualTimeInterval(max(0, seconds)))
    return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(due), action: action)
  }

  /// Runs `action` with `state` after `dueTime`. A negative `dueTime` counts as zero.
  @preconcurrency
  public final func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: time(after: dueTime), action: action)
  }

  /// The time `interval` from now. A negative interval counts as zero.
  private func time(after interval: VirtualTimeInterval) -> VirtualTime {
    let now = clock
    let later = converter.offsetVirtualTime(now, offset: interval)
    return converter.compareVirtualTime(later, now) == .lessThan ? now : later
  }

  /// Runs `action` after `startAfter` and then every `period`, each time with the state that the previous call
  /// returned.
  ///
  /// Negative intervals count as zero. A period too short to move the clock, such as zero, is lengthened until it does,
  /// for example to a tick, so that virtual time always advances. With a `period` of `.never` the action runs once, and
  /// with a `startAfter` of `.never` it never runs. Once the clock has reached its last time, nothing more is
  /// scheduled.
  @preconcurrency
  public final func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    // Weak, because the scheduler holds the work.
    let work = PeriodicWork(state, action) { [weak self] run in
      guard let self, let time = self.time(afterPeriod: period.seconds) else { return nil }
      return self.scheduleAbsoluteVirtual((), time: self.adjustScheduledTime(time)) { _ in
        run()
        return Disposables.create()
      }
    }
    return work.start { schedule(after: startAfter, $0) }
  }

  /// The time `period` seconds from now, or later if that does not move the clock; `nil` if there is no later time.
  private func time(afterPeriod period: Double) -> VirtualTime? {
    guard period < .infinity else { return nil }
    let now = clock
    var seconds = max(0, period)
    while true {
      let later = converter.offsetVirtualTime(now, offset: converter.convertToVirtualTimeInterval(seconds))
      if converter.compareVirtualTime(now, later) == .lessThan { return later }
      seconds = max(seconds * 2, RxTime.resolution)
      // About 30,000 years: a clock that this does not move has reached its end.
      if seconds > 1e12 { return nil }
    }
  }

  /// Runs `action` with `state` at `time`, or as soon as the scheduler runs if `time` has passed.
  @preconcurrency
  public final func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let work = TimedWork(time: time) { action(state) }
    let date = converter.convertFromVirtualTime(time).secondsSinceReference
    lock.withLock { waiting.insert(work, date: date) }
    return work
  }

  /// Adjusts the time of work that operators schedule with ``schedule(_:action:)``,
  /// ``scheduleRelative(_:dueTime:action:)`` or ``schedulePeriodic(_:startAfter:period:action:)``.
  ///
  /// The default returns `time` itself.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs all pending work, including work scheduled in the process, until none is left or ``stop()`` is called.
  ///
  /// The clock advances to the time of each job. Does nothing if the scheduler is already running. Never returns if
  /// work is scheduled without end, for example by an `interval` that is not disposed.
  public final func start() {
    guard begin() else { return }
    while runNext(until: nil) {}
  }

  /// Runs all work due up to and including `time`, then sets the clock to `time` unless ``stop()`` was called.
  ///
  /// Stops the program if `time` is in the past, or if called from work that the scheduler is running.
  public final func advanceTo(_ time: VirtualTime) {
    let clock = clock
    require(
      converter.compareVirtualTime(clock, time) != .greaterThan,
      "\(Self.self).advanceTo(\(time)) was called at \(clock): virtual time does not go back. Advance to a later time.")
    require(
      begin(),
      """
      \(Self.self).advanceTo(\(time)) was called while the scheduler is running. Schedule more work instead, or call \
      it when start() or advanceTo(_:) has returned.
      """)
    while runNext(until: time) {}
  }

  /// Advances the clock by `interval` without running anything: work that becomes due in between runs late.
  ///
  /// A negative interval stops the program.
  public final func sleep(_ interval: VirtualTimeInterval) {
    let isLater = lock.withLock {
      let later = converter.offsetVirtualTime(time, offset: interval)
      guard converter.compareVirtualTime(later, time) != .lessThan else { return false }
      time = later
      return true
    }
    require(
      isLater, "\(Self.self).sleep(\(interval)) would go back in virtual time. Sleep for a span that is not negative.")
  }

  /// Makes ``start()`` or ``advanceTo(_:)`` return after the current job.
  public final func stop() {
    lock.withLock { if run == .going { run = .stopping } }
  }

  /// Begins a run, which lasts until ``runNext(until:)`` returns `false`. Returns `false` if there is one.
  package final func begin() -> Bool {
    lock.withLock {
      guard run == .idle else { return false }
      run = .going
      return true
    }
  }

  /// Runs the next job due by `end`. If there is none, sets the clock to `end`; then, or after a ``stop()``, ends the run
  /// and returns `false`.
  package final func runNext(until end: VirtualTime?) -> Bool {
    guard let work = takeNext(until: end) else { return false }
    work.run()
    return true
  }

  /// Removes and returns the next job due by `end`, and advances the clock to its time. If there is none, ends the run.
  private func takeNext(until end: VirtualTime?) -> ScheduledWork? {
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
  /// The clock and the number of pending jobs.
  public var debugDescription: String { "\(Self.self) at \(clock), \(pending) pending" }
}
