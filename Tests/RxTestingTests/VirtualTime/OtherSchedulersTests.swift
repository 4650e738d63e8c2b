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

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
  @Test("runs everything immediately, and adds the delays to its clock")
  func runsAtOnce() {
    let scheduler = ImmediateScheduler()
    let seen = Guarded<[String]>([])
    _ = Observable.of("a", "b").delay(.seconds(5), scheduler: scheduler).subscribe(onNext: { text in
      seen.withLock { $0.append(text) }
    })
    #expect(seen.withLock { $0 } == ["a", "b"])
    _ = scheduler.schedule("c") { text in
      seen.withLock { $0.append(text) }
      return Disposables.create()
    }
    #expect(seen.withLock { $0 } == ["a", "b", "c"])
    let before = scheduler.now
    _ = scheduler.scheduleRelative((), dueTime: .seconds(3)) { _ in Disposables.create() }
    #expect(scheduler.now == before + 3)
  }

  @Test("runs periodic work once, and never runs work that is never due")
  func periodic() {
    let scheduler = ImmediateScheduler()
    let seen = Guarded<[Int]>([])
    _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { number in
      seen.withLock { $0.append(number) }
    })
    _ = scheduler.scheduleRelative(7, dueTime: .never) { number in
      seen.withLock { $0.append(number) }
      return Disposables.create()
    }
    #expect(seen.withLock { $0 } == [0])
  }
}

@Suite("UnexpectedUseScheduler")
struct ReportingSchedulerTests {
  @Test("reports each use, and runs nothing")
  func reports() {
    let reports = Guarded<[String]>([])
    let scheduler = UnexpectedUseScheduler("Idle") { report in reports.withLock { $0.append(report) } }
    _ = scheduler.schedule(()) { _ in
      Issue.record("ran")
      return Disposables.create()
    }
    _ = scheduler.scheduleRelative((), dueTime: .seconds(1)) { _ in
      Issue.record("ran")
      return Disposables.create()
    }
    _ = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .milliseconds(5)) { state in
      Issue.record("ran")
      return state
    }
    _ = scheduler.now
    #expect(
      reports.withLock { $0 } == [
        "Idle was asked to run work now, which the test does not allow.",
        "Idle was asked to run work after seconds(1), which the test does not allow.",
        "Idle was asked to run work after seconds(1) and then every milliseconds(5), which the test does not allow.",
        "Idle was asked for the time.",
      ])
  }

  @Test("without a name, its reports contain the location where it was made")
  func location() {
    let reports = Guarded<[String]>([])
    let scheduler = UnexpectedUseScheduler { report in reports.withLock { $0.append(report) } }
    _ = scheduler.now
    #expect(
      reports.withLock { $0.first?.hasPrefix("The scheduler made at RxTestingTests/OtherSchedulersTests.swift:") }
        == true)
  }
}
