import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The limits of virtual time")
struct LimitTests {
  private let log = Recording<String>()

  /// Schedules work that logs `name` after `dueTime`.
  private func note(
    _ name: String, after dueTime: RxTimeInterval, on scheduler: any SchedulerType
  ) -> any Disposable {
    scheduler.scheduleRelative((), dueTime: dueTime) { [log] _ in
      log.add(name)
      return Disposables.create()
    }
  }

  private static func schedulers() -> [any SchedulerType & Startable] {
    [TestScheduler(initialClock: 0), TestScheduler(initialClock: 0, resolution: 0.001), HistoricalScheduler()]
  }

  // MARK: - Never

  @Test("work after .never does not run, and is released immediately", arguments: 0..<3)
  func never(index: Int) {
    let scheduler = Self.schedulers()[index]
    let lifetimes = Lifetimes()
    let work = scheduler.scheduleRelative(lifetimes.make(), dueTime: .never) { [log] object in
      object.touch()
      log.add("ran")
      return Disposables.create()
    }
    #expect(lifetimes.alive == 0)
    let first = scheduler.schedulePeriodic(0, startAfter: .never, period: .seconds(1)) { [log] state in
      log.add("ran")
      return state
    }
    scheduler.start()
    #expect(log.elements == [])
    work.dispose()
    first.dispose()
  }

  @Test("with a period of .never, periodic work runs once", arguments: 0..<3)
  func neverAgain(index: Int) {
    let scheduler = Self.schedulers()[index]
    _ = scheduler.schedulePeriodic(1, startAfter: .seconds(1), period: .never) { [log] state in
      log.add("\(state)")
      return state + 1
    }
    scheduler.start()
    #expect(log.elements == ["1"])
  }

  @Test("interval, timer, delay and debounce with .never emit nothing")
  func operators() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2)])
    let sources: [Observable<Int>] = [
      .interval(.never, scheduler: scheduler), .timer(.never, scheduler: scheduler),
      source.delay(.never, scheduler: scheduler), source.debounce(.never, scheduler: scheduler),
    ]
    let observers = sources.map { scheduler.record($0, disposed: 1000) }
    scheduler.start()
    #expect(observers.map(\.events) == [[], [], [], []])
    #expect(scheduler.clock == 1000)
  }

  // MARK: - Centuries

  @Test("scheduleAbsolute runs work in any century", arguments: 0..<3)
  func centuries(index: Int) {
    let scheduler = Self.schedulers()[index]
    for seconds in [1e10, 1e13, 1e15] {
      _ = scheduler.scheduleAbsolute((), time: RxTime(timeIntervalSince1970: seconds)) { [log] _ in
        log.add("\(scheduler.now.timeIntervalSince1970 == seconds)")
        return Disposables.create()
      }
    }
    scheduler.start()
    #expect(log.elements == ["true", "true", "true"])
  }

  @Test("throttle and delay emit elements that wait for centuries")
  func waits() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(1, 1), .next(2, 2), .next(10_000_000_002, 3)])
    let throttled = scheduler.record(source.throttle(.seconds(10_000_000_000), scheduler: scheduler))
    let delayed = scheduler.record(source.delay(.seconds(20_000_000_000), scheduler: scheduler))
    scheduler.start()
    #expect(throttled.events == [.next(1, 1), .next(10_000_000_001, 2), .next(20_000_000_001, 3)])
    #expect(delayed.events == [.next(20_000_000_001, 1), .next(20_000_000_002, 2), .next(30_000_000_002, 3)])
  }

  // MARK: - Negative and tiny spans

  @Test("a negative delay counts as zero: it does not overtake work scheduled for now", arguments: 0..<3)
  func negative(index: Int) {
    let scheduler = Self.schedulers()[index]
    _ = note("a", after: .seconds(0), on: scheduler)
    _ = note("b", after: .seconds(-5), on: scheduler)
    _ = note("c", after: .nanoseconds(.min), on: scheduler)
    _ = scheduler.schedulePeriodic(0, startAfter: .seconds(-5), period: .never) { [log] state in
      log.add("d")
      return state
    }
    let before = scheduler.now
    scheduler.start()
    #expect(log.elements == ["a", "b", "c", "d"])
    #expect(scheduler.now.timeIntervalSince(before) <= 1)
  }

  @Test("negative virtual delays count as zero")
  func negativeVirtual() {
    let ticks = TestScheduler(initialClock: 100, simulateProcessingDelay: false)
    let dates = HistoricalScheduler()
    for name in ["a", "b"] {
      _ = ticks.scheduleRelativeVirtual(name, dueTime: name == "a" ? 0 : .min) { [log] name in
        log.add(name)
        return Disposables.create()
      }
      _ = dates.scheduleRelativeVirtual(name, dueTime: name == "a" ? 0 : -.infinity) { [log] name in
        log.add("\(name) at \(dates.now.timeIntervalSince1970)")
        return Disposables.create()
      }
    }
    ticks.start()
    dates.start()
    #expect(log.elements == ["a", "b", "a at 0.0", "b at 0.0"])
    #expect(ticks.clock == 100)
  }

  @Test(
    "a period too short for the clock is rounded up to its shortest one",
    arguments: [RxTimeInterval.microseconds(400), .nanoseconds(1), .seconds(0), .seconds(-1)])
  func shortPeriod(period: RxTimeInterval) {
    for simulateProcessingDelay in [true, false] {
      let scheduler = TestScheduler(
        initialClock: 0, resolution: 0.001, simulateProcessingDelay: simulateProcessingDelay)
      let times = Recording<Int>()
      let work = scheduler.schedulePeriodic((), startAfter: .milliseconds(5), period: period) { _ in
        times.add(scheduler.clock)
      }
      scheduler.advanceTo(8)
      work.dispose()
      #expect(times.elements == [5, 6, 7, 8])
    }
    let dates = HistoricalScheduler()
    let count = Guarded(0)
    let work = dates.schedulePeriodic((), startAfter: .seconds(0), period: period) { _ in count.withLock { $0 += 1 } }
    dates.advanceTo(RxTime(timeIntervalSince1970: 0.001))
    work.dispose()
    #expect((2...1_100).contains(count.withLock { $0 }))
  }

  @Test("a positive delay is at least a tick")
  func atLeastATick() {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    let observer = scheduler.record(Observable<Int>.timer(.nanoseconds(1), scheduler: scheduler))
    scheduler.start()
    #expect(observer.events == [.next(1, 0), .completed(1)])
  }

  // MARK: - The ends of time

  @Test("a TestScheduler may begin and end at the last tick")
  func lastTick() {
    for simulateProcessingDelay in [true, false] {
      let scheduler = TestScheduler(initialClock: .max, simulateProcessingDelay: simulateProcessingDelay)
      _ = note("now", after: .seconds(0), on: scheduler)
      _ = note("later", after: .seconds(.max), on: scheduler)
      _ = scheduler.schedulePeriodic(1, startAfter: .seconds(1), period: .seconds(1)) { [log] state in
        log.add("turn \(state)")
        return state + 1
      }
      scheduler.start()
      #expect(scheduler.clock == .max)
    }
    // There is no later tick, so periodic work has no second turn.
    #expect(log.elements == ["now", "later", "turn 1", "now", "later", "turn 1"])
  }

  @Test("delays beyond the last tick end at the last tick")
  func overflow() {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
    _ = note("endless", after: .seconds(.max), on: scheduler)
    let source = scheduler.createColdObservable([.next(.max, 1), .completed(.max)])
    let observer = scheduler.record(source)
    let ticks = scheduler.record(Observable<Int>.interval(.seconds(.max), scheduler: scheduler))
    scheduler.start()
    #expect(log.elements == ["endless"])
    #expect(observer.events == [.next(.max, 1), .completed(.max)])
    #expect(ticks.events == [.next(.max, 0)])
    #expect(source.subscriptions == [Subscription(0, .max)])
  }

  @Test("a TestScheduler may begin at the first tick")
  func firstTick() {
    let scheduler = TestScheduler(initialClock: .min)
    let hot = scheduler.createHotObservable([.next(.min, 1), .next(.max, 2)])
    let observer = scheduler.record(hot)
    _ = note("negative", after: .seconds(.min), on: scheduler)
    scheduler.start()
    #expect(observer.events == [.next(.min, 1), .next(.max, 2)])
    #expect(log.elements == ["negative"])
  }

  @Test("start accepts the last tick as its end")
  func lastDisposal() {
    let scheduler = TestScheduler(initialClock: 0)
    #expect(scheduler.start(disposed: .max) { Observable.just(1) }.events == [.next(200, 1), .completed(200)])
    #expect(scheduler.clock == .max)
  }

  @Test("dates are converted to the nearest tick; a date in the past is now, and one beyond all spans is never")
  func conversion() {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.5)
    let times = Recording<Int>()
    for seconds in [1.3, 1e300, -1e300] {
      _ = scheduler.scheduleAbsolute((), time: RxTime(timeIntervalSince1970: seconds)) { _ in
        times.add(scheduler.clock)
        return Disposables.create()
      }
    }
    scheduler.start()
    #expect(times.elements == [1, 3])
  }

  @Test("the dates of a HistoricalScheduler do not overflow either")
  func lastDate() {
    let scheduler = HistoricalScheduler(initialClock: RxTime(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude))
    _ = note("now", after: .seconds(0), on: scheduler)
    _ = note("later", after: .seconds(.max), on: scheduler)
    _ = scheduler.schedulePeriodic(1, startAfter: .seconds(1), period: .seconds(1)) { [log] state in
      log.add("turn \(state)")
      return state + 1
    }
    scheduler.sleep(.infinity)
    scheduler.start()
    #expect(log.elements == ["now", "later", "turn 1"])
    #expect(scheduler.now.timeIntervalSinceReferenceDate == .greatestFiniteMagnitude)
    let early = HistoricalScheduler(initialClock: RxTime(timeIntervalSinceReferenceDate: -.greatestFiniteMagnitude))
    early.sleep(.greatestFiniteMagnitude)
    #expect(early.now.timeIntervalSinceReferenceDate == 0)
  }

  @Test("an ImmediateScheduler runs work with extreme times immediately, except for .never")
  func immediate() {
    let scheduler = ImmediateScheduler()
    _ = note("negative", after: .seconds(.min), on: scheduler)
    _ = note("never", after: .never, on: scheduler)
    _ = note("long", after: .seconds(.max), on: scheduler)
    _ = scheduler.schedulePeriodic(0, startAfter: .never, period: .never) { [log] state in
      log.add("never")
      return state
    }
    #expect(log.elements == ["negative", "long"])
  }
}

/// A virtual time scheduler of any kind.
private protocol Startable {
  func start()
}

extension VirtualTimeScheduler: Startable {}
