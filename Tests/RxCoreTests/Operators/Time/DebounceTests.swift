import Dispatch
import RxTesting
import TestSupport
import Testing

@testable import RxCore

@Suite("debounce", .dedicatedThreads)
struct DebounceTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  private func start() -> Recording<Int> {
    probe.observable.debounce(.milliseconds(100), scheduler: scheduler).record()
  }

  @Test("emits an element if no other follows within the due time")
  func emitsTheLast() {
    let recording = start()
    probe.send(1)
    scheduler.advance(by: 99)
    #expect(recording.elements == [])
    probe.send(2)
    scheduler.advance(by: 99)
    #expect(recording.elements == [])
    scheduler.advance(by: 1)
    #expect(recording.elements == [2])
    scheduler.advance(by: 1_000)
    #expect(recording.elements == [2])
    probe.send(3)
    scheduler.advance(by: 100)
    #expect(recording.elements == [2, 3])
  }

  @Test("an element is emitted on the scheduler, even if it becomes due while it arrives")
  func staysOnScheduler() {
    expectOnScheduler { $0.debounce(.milliseconds(100), scheduler: $1) }
  }

  @Test("uses one timer for any number of elements")
  func usesOneTimer() {
    let recording = start()
    for number in 1...100 { probe.send(number) }
    #expect(scheduler.pending == 1)
    scheduler.advance(by: 100)
    #expect(recording.elements == [100])
  }

  @Test("a timer that is cancelled too late emits nothing")
  func ignoresOldTimers() {
    let scheduler = StubbornScheduler()
    let recording = probe.observable.debounce(.milliseconds(100), scheduler: scheduler).record()
    probe.send(1)
    probe.send(2)
    scheduler.runTimer(0)
    #expect(recording.elements == [])
    scheduler.runTimer(1)
    scheduler.runTimer(1)
    #expect(recording.elements == [2])
  }

  @Test("emits the waiting element when the source completes, and then completes")
  func flushes() {
    let recording = start()
    probe.send(1)
    probe.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(scheduler.pending == 0)
    #expect(probe.disposals == 1)
  }

  @Test("an element that the source emits while the timer delivers one is delivered afterwards")
  func isSerial() {
    probe.send(0)
    let events = eventsWhenOverlapping(
      probe.observable.debounce(.milliseconds(100), scheduler: scheduler),
      first: {
        probe.send(1)
        scheduler.advance(by: 100)
      },
      second: {
        probe.send(2)
        probe.complete()
      })
    #expect(events == ["next(1)", "next(2)", "completed"])
  }
}

@Suite("debounce in virtual time")
struct DebounceTimeTests {
  @Test("emits an element after the due time without another, and the last one at completion")
  func emits() throws {
    try play { try $0.hot("-1-2----34----5|").debounce(.seconds(3), scheduler: $0.scheduler) }
      .expect("------2-----4--(5|)", "^--------------!")
  }

  @Test("fails immediately with the source and drops waiting elements")
  func fails() throws {
    try play { try $0.hot("-1----2#").debounce(.seconds(3), scheduler: $0.scheduler) }.expect("----1--#", "^------!")
  }
}

/// A scheduler whose timers cannot be cancelled.
private final class StubbornScheduler: SchedulerType {
  private let timers = Guarded<[@Sendable () -> Void]>([])

  var now: RxTime { MainScheduler.instance.now }

  func runTimer(_ index: Int) {
    let timer = timers.withLock { $0[index] }
    timer()
  }

  func schedule<State>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    action(state)
  }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    nonisolated(unsafe) let state = state  // The caller does not use it afterwards.
    timers.withLock { $0.append { _ = action(state) } }
    return Disposables.create()
  }
}
