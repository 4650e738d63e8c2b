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
    let seen = Recording<String>()
    _ = Observable.of("a", "b").delay(.seconds(5), scheduler: scheduler).subscribe(onNext: { text in
      seen.add(text)
    })
    #expect(seen.elements == ["a", "b"])
    _ = scheduler.schedule("c") { text in
      seen.add(text)
      return Disposables.create()
    }
    #expect(seen.elements == ["a", "b", "c"])
    let before = scheduler.now
    _ = scheduler.scheduleRelative((), dueTime: .seconds(3)) { _ in Disposables.create() }
    #expect(scheduler.now == before + 3)
  }

  @Test("runs periodic work once, and never runs work that is never due")
  func periodic() {
    let scheduler = ImmediateScheduler()
    let seen = Recording<Int>()
    _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { number in
      seen.add(number)
    })
    _ = scheduler.scheduleRelative(7, dueTime: .never) { number in
      seen.add(number)
      return Disposables.create()
    }
    #expect(seen.elements == [0])
  }
}

@Suite("UnexpectedUseScheduler")
struct ReportingSchedulerTests {
  @Test("reports each use, and runs nothing")
  func reports() {
    let reports = Recording<String>()
    let scheduler = UnexpectedUseScheduler("Idle") { report in reports.add(report) }
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
      reports.elements == [
        "Idle was asked to run work now, which the test does not allow.",
        "Idle was asked to run work after seconds(1), which the test does not allow.",
        "Idle was asked to run work after seconds(1) and then every milliseconds(5), which the test does not allow.",
        "Idle was asked for the time.",
      ])
  }

  @Test("without a name, its reports contain the location where it was made")
  func location() {
    let reports = Recording<String>()
    let scheduler = UnexpectedUseScheduler { report in reports.add(report) }
    _ = scheduler.now
    #expect(
      reports.elements.first?.hasPrefix("The scheduler made at RxTestingTests/OtherSchedulersTests.swift:")
        == true)
  }
}
