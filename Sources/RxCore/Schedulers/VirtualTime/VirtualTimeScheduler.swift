internal import DeliveryCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import struct Foundation.Date
#endif

/// A scheduler whose time passes only when it is run: work waits for its virtual time, and takes no real time.
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

  /// Whether ``start()`` or ``advanceTo(_:)`` is running, or has been asked to return.
  private enum Run { case idle, going, stopping }

  /// Makes a scheduler whose clock shows `initialClock`.
  public init(initialClock: VirtualTime, converter: Converter) {
    self.converter = converter
    self.waiting = VirtualTimeQueue(converter: converter)
    self.time = initialClock
  }

  /// The current virtual time.
  public final var clock: VirtualTime { lock.withLock { time } }

  /// The current virtual time, as a date.
  public final var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// How much work waits.
  public final var pending: Int { lock.withLock { waiting.count } }

  /// Runs `action` with `state` at the current virtual time, after all work that is due before.
  @preconcurrency
  public final func schedule<StateType>(
    _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: adjustScheduledTime(clock), action: action)
  }

  /// Runs `action` with `state` when `dueTime`, converted to virtual time, has passed.
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

  /// Runs `action` with `state` when `dueTime` has passed. A negative `dueTime` counts as zero.
  @preconcurrency
  public final func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: time(after: dueTime), action: action)
  }

  /// The time when `interval` has passed. A negative interval counts as zero.
  private func time(after interval: VirtualTimeInterval) -> VirtualTime {
    let now = clock
    let later = converter.offsetVirtualTime(now, offset: interval)
    return converter.compareVirtualTime(later, now) == .lessThan ? now : later
  }

  /// Runs `action` after `startAfter` and then after each `period`, with the state that the previous call returned.
  ///
  /// Negative spans count as zero. A period that is too short for the clock, such as zero, becomes the shortest span that
  /// the clock can show, such as a tick, so that virtual time always advances. With a `period` of `.never` the action runs
  /// once, with a `startAfter` of `.never` never. When the clock shows its last time, nothing further is due.
  @preconcurrency
  public final func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping @Sendable (StateType) -> StateType
  ) -> any Disposable {
    // Held weakly: the scheduler holds the work.
    let periodic = VirtualPeriodicWork(state, action) { [weak self] run in
      guard let self, let time = self.time(afterPeriod: period.seconds) else { return nil }
      return self.scheduleAbsoluteVirtual((), time: self.adjustScheduledTime(time)) { _ in
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

  /// The time `period` seconds from now, or after the shortest span that makes a difference; `nil` if there is no later
  /// time.
  private func time(afterPeriod period: Double) -> VirtualTime? {
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

  /// Runs `action` with `state` at `time`, or as soon as the scheduler runs if `time` has passed.
  @preconcurrency
  public final func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
  ) -> any Disposable {
    let work = TimedWork(time: time) { action(state) }
    lock.withLock { waiting.insert(work) }
    return work
  }

  /// The time at which work runs that an operator schedules for `time`: by ``schedule(_:action:)``,
  /// ``scheduleRelative(_:dueTime:action:)`` or ``schedulePeriodic(_:startAfter:period:action:)``. The default is `time` itself.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs all work that waits, and work that is scheduled meanwhile, until none waits or ``stop()`` is called.
  ///
  /// The clock advances to the time of each piece of work. If the scheduler is running already, this does nothing. It never
  /// returns if work is scheduled without end, for example by an `interval` that is not disposed.
  public final func start() {
    guard begin() else { return }
    while let work = takeNext(until: nil) { work.run() }
  }

  /// Runs all work that is due until `time`, and sets the clock to `time` unless ``stop()`` was called.
  ///
  /// A time in the past, and a call from work that this scheduler runs, stop the program.
  public final func advanceTo(_ time: VirtualTime) {
    let clock = clock
    require(
      converter.compareVirtualTime(clock, time) != .greaterThan,
      "\(Self.self).advanceTo(\(time)) was called at \(clock): virtual time does not go back. Advance to a later time.")
    require(
      begin(),
      """
      \(Self.self).advanceTo(\(time)) was called while the scheduler runs its work. Schedule more work instead, or call \
      it when start() or advanceTo(_:) has returned.
      """)
    while let work = takeNext(until: time) { work.run() }
  }

  /// Advances the clock by `interval` without running anything: work that became due meanwhile is late.
  ///
  /// A negative span stops the program.
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

  /// The next work that is due until `end`; the clock advances to its time. Without any, the run is over.
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
