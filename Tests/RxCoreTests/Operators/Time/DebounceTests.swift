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
    var state = DebounceState<Int>()
    let first = state.received(1)
    let second = state.received(2)
    #expect(state.elapsed(first) == nil)
    #expect(state.elapsed(second) == 2)
    #expect(state.elapsed(second) == nil)
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
