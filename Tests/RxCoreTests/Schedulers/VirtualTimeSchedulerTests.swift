import Dispatch
import RxCore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("VirtualTimeScheduler")
struct VirtualTimeSchedulerTests {
  private let scheduler = TickScheduler(initialClock: 0, converter: Ticks())
  private let seen = Recording<String>()

  private func note(_ name: String, at time: Int) -> any Disposable {
    scheduler.scheduleAbsoluteVirtual(name, time: time) { [scheduler, seen] name in
      seen.add("\(name) \(scheduler.clock)")
      return Disposables.create()
    }
  }

  @Test("a recursion that is disposed or has ended releases its closure", arguments: [true, false])
  func freesRecursion(withDisposal: Bool) {
    let lifetimes = Lifetimes()
    let recursion: any Disposable
    do {
      let tracked = lifetimes.make()
      recursion = scheduler.scheduleRecursive(1) { count, recurse in
        tracked.touch()
        if count < 3 { recurse(count + 1) }
      }
    }
    #expect(lifetimes.alive == 1)
    if withDisposal { recursion.dispose() } else { scheduler.start() }
    #expect(lifetimes.alive == 0)
    withExtendedLifetime(recursion) {}
  }

  @Test("runs work in the order of time, and in the order of scheduling if times are equal")
  func order() {
    for (name, time) in [("d", 30), ("a", 10), ("e", 30), ("b", 20), ("c", 20), ("f", 30)] { _ = note(name, at: time) }
    scheduler.start()
    #expect(seen.elements == ["a 10", "b 20", "c 20", "d 30", "e 30", "f 30"])
    #expect(scheduler.clock == 30)
  }

  @Test("agrees with a stable sort, whatever is scheduled and cancelled", arguments: 1...20)
  func random(seed: Int) {
    var random = SplitMix64(seed: seed)
    var expected: [(time: Int, number: Int)] = []
    let ran = Recording<Int>()
    var scheduled: [any Disposable] = []
    for number in 0..<500 {
      let time = Int.random(in: 0...50, using: &random)
      scheduled.append(
        scheduler.scheduleAbsoluteVirtual(number, time: time) { number in
          ran.add(number)
          return Disposables.create()
        })
      expected.append((time, number))
      if Bool.random(using: &random) {
        let victim = Int.random(in: 0...number, using: &random)
        scheduled[victim].dispose()
        expected.removeAll { $0.number == victim }
      }
    }
    #expect(scheduler.pending == expected.count)
    scheduler.start()
    #expect(ran.elements == expected.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.number))
    #expect(scheduler.pending == 0)
  }

  @Test("overdue work runs at the current time, and the clock never goes back")
  func late() {
    _ = note("a", at: 10)
    scheduler.sleep(25)
    scheduler.start()
    #expect(seen.elements == ["a 25"])
  }

  @Test("work scheduled by work runs in the same run, overdue work first")
  func nested() {
    _ = scheduler.scheduleRelativeVirtual((), dueTime: 5) { [self] _ in
      _ = note("b", at: 5)
      _ = note("c", at: 7)
      return note("a", at: 3)
    }
    scheduler.start()
    #expect(seen.elements == ["a 5", "b 5", "c 7"])
  }

  @Test("advanceTo runs the work due until then, inclusive, and stops the clock there")
  func advances() {
    for (name, time) in [("a", 10), ("b", 20), ("c", 21)] { _ = note(name, at: time) }
    scheduler.advanceTo(20)
    #expect(seen.elements == ["a 10", "b 20"])
    scheduler.advanceTo(20)
    #expect(scheduler.clock == 20)
    scheduler.advanceTo(100)
    #expect(seen.elements == ["a 10", "b 20", "c 21"])
    #expect(scheduler.clock == 100)
  }

  @Test("stop ends the run after the current work, and the clock remains; a new start continues")
  func stops() {
    _ = scheduler.scheduleRelativeVirtual((), dueTime: 10) { [scheduler] _ in
      scheduler.stop()
      return Disposables.create()
    }
    _ = note("a", at: 10)
    scheduler.advanceTo(50)
    #expect(seen.elements == [])
    #expect(scheduler.clock == 10)
    scheduler.start()
    #expect(seen.elements == ["a 10"])
  }

  @Test("stop outside of a run does nothing")
  func stopsNothing() {
    scheduler.stop()
    _ = note("a", at: 10)
    scheduler.start()
    #expect(seen.elements == ["a 10"])
  }

  @Test("start inside work does nothing: the current run continues")
  func startsInside() {
    _ = scheduler.scheduleRelativeVirtual((), dueTime: 10) { [scheduler, seen] _ in
      scheduler.start()
      seen.add("still at \(scheduler.clock)")
      return Disposables.create()
    }
    _ = note("a", at: 11)
    scheduler.start()
    #expect(seen.elements == ["still at 10", "a 11"])
  }

  @Test("cancelled work does not run and is released immediately")
  func cancels() {
    weak var kept: Token?
    let work: any Disposable
    do {
      let token = Token()
      kept = token
      work = scheduler.scheduleRelativeVirtual((), dueTime: 10) { [seen] _ in
        _ = withExtendedLifetime(token) { seen.add("ran") }
        return Disposables.create()
      }
    }
    #expect(kept != nil)
    work.dispose()
    #expect(kept == nil)
    scheduler.start()
    #expect(seen.elements == [])
  }

  @Test("pending work is released with the scheduler, even if nothing has disposed it", arguments: [0, 5])
  func releasedWithScheduler(time: Int) {
    let lifetimes = Lifetimes()
    do {
      let scheduler = TickScheduler(initialClock: 0, converter: Ticks())
      let (once, repeated) = (lifetimes.make(), lifetimes.make())
      _ = scheduler.scheduleRelative((), dueTime: .seconds(9)) { _ in
        once.touch()
        return Disposables.create()
      }
      _ = scheduler.schedulePeriodic((), startAfter: .seconds(1), period: .seconds(2)) { _ in repeated.touch() }
      scheduler.advanceTo(time)
      #expect(lifetimes.alive == 2)
    }
    #expect(lifetimes.alive == 0)
  }

  @Test("the disposable returned by work is disposed with the work")
  func disposesResult() {
    let work = scheduler.scheduleRelativeVirtual((), dueTime: 10) { [seen] _ in
      Disposables.create(with: { seen.add("disposed") })
    }
    scheduler.start()
    #expect(seen.elements == [])
    work.dispose()
    #expect(seen.elements == ["disposed"])
  }

  @Test("cancelled work does not pile up: 10,000 items are scheduled and cancelled among a few")
  func cancelledWorkIsDropped() {
    for time in 0..<10 { _ = note("kept", at: 1_000 + time) }
    let isKept = (0..<10_000).map { _ in
      let work = note("gone", at: 2_000)
      work.dispose()
      return { [weak work = work as AnyObject] in work != nil }
    }
    #expect(isKept.count { $0() } < 100)
    #expect(scheduler.pending == 10)
    scheduler.start()
    #expect(seen.elements.count == 10)
  }

  @Test("relative times are converted to virtual time; work that is never due runs last")
  func relative() {
    _ = scheduler.scheduleRelative("c", dueTime: .seconds(3)) { [seen] name in
      seen.add(name)
      return Disposables.create()
    }
    _ = scheduler.scheduleRelative("b", dueTime: .milliseconds(2_000)) { [seen] name in
      seen.add(name)
      return Disposables.create()
    }
    _ = scheduler.schedule("a") { [seen] name in
      seen.add(name)
      return Disposables.create()
    }
    scheduler.start()
    #expect(seen.elements == ["a", "b", "c"])
    #expect(scheduler.clock == 3)
    #expect(scheduler.now == RxTime(timeIntervalSince1970: 3))
  }

  @Test("periodic work runs in each period until it is disposed")
  func periodic() {
    let turns = Recording<Int>()
    let work = scheduler.schedulePeriodic(0, startAfter: .seconds(10), period: .seconds(5)) { [scheduler] count in
      turns.add(scheduler.clock)
      return count + 1
    }
    scheduler.advanceTo(26)
    work.dispose()
    scheduler.start()
    #expect(turns.elements == [10, 15, 20, 25])
    #expect(scheduler.clock == 26)
  }

  @Test("work from many threads runs exactly once while one thread runs the scheduler")
  func threads() async {
    let ran = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { [scheduler] in
          for time in 0..<1_000 {
            _ = scheduler.scheduleAbsoluteVirtual((), time: time) { _ in
              ran.withLock { $0 += 1 }
              return Disposables.create()
            }
            if time.isMultiple(of: 100) { scheduler.start() }
          }
        }
      }
    }
    scheduler.start()
    #expect(ran.withLock { $0 } == 4_000)
  }

  @Test("reports misuse: going back, advancing from inside, sleeping for a negative span")
  func misuse() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = TickScheduler(initialClock: 50, converter: Ticks())
      scheduler.advanceTo(20)
    }.says("advanceTo(20) was called at 50: virtual time does not go back. Advance to a later time.")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = TickScheduler(initialClock: 0, converter: Ticks())
      _ = scheduler.schedule(()) { _ in
        scheduler.advanceTo(20)
        return Disposables.create()
      }
      scheduler.start()
    }.says("advanceTo(20) was called while the scheduler is running.")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      TickScheduler(initialClock: 0, converter: Ticks()).sleep(-1)
    }.says("sleep(-1) would go back in virtual time. Sleep for a span that is not negative.")
  }
}

@Suite("HistoricalScheduler")
struct HistoricalSchedulerTests {
  @Test("its clock shows dates")
  func dates() {
    let start = RxTime(timeIntervalSince1970: 1_000)
    let scheduler = HistoricalScheduler(initialClock: start)
    let seen = Recording<RxTime>()
    _ = Observable<Int>.timer(.milliseconds(1_500), scheduler: scheduler).subscribe(onNext: { _ in
      seen.add(scheduler.now)
    })
    _ = scheduler.scheduleAbsolute((), time: RxTime(timeIntervalSince1970: 1_001)) { _ in
      seen.add(scheduler.now)
      return Disposables.create()
    }
    scheduler.start()
    #expect(seen.elements == [start + 1, start + 1.5])
  }

  @Test("starts at 1970 by default")
  func beginning() {
    #expect(HistoricalScheduler().now == RxTime(timeIntervalSince1970: 0))
  }
}

private typealias TickScheduler = VirtualTimeScheduler<Ticks>

private final class Token: Sendable {}

/// Converts between ticks and dates: a tick is a second.
private struct Ticks: VirtualTimeConverterType {
  func convertFromVirtualTime(_ virtualTime: Int) -> RxTime { RxTime(timeIntervalSince1970: Double(virtualTime)) }
  func convertToVirtualTime(_ time: RxTime) -> Int { Int(time.timeIntervalSince1970) }
  func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> Double { Double(virtualTimeInterval) }
  func convertToVirtualTimeInterval(_ timeInterval: Double) -> Int { Int(timeInterval) }
  func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
  func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
    lhs < rhs ? .lessThan : lhs == rhs ? .equal : .greaterThan
  }
}
