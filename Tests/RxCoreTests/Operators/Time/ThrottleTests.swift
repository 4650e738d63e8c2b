import Dispatch
import RxTesting
import TestSupport
import Testing

@testable import RxCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import struct Foundation.Date
#endif

@Suite("throttle", .dedicatedThreads)
struct ThrottleTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  private func start(latest: Bool = true) -> Recording<Int> {
    probe.observable.throttle(.milliseconds(100), latest: latest, scheduler: scheduler).record()
  }

  @Test("emits the first element immediately, and the last of the early ones after the due time")
  func emitsBothEdges() {
    let recording = start()
    probe.send(1)
    #expect(recording.elements == [1])
    scheduler.advance(by: 30)
    probe.send(2, 3)
    scheduler.advance(by: 69)
    #expect(recording.elements == [1])
    scheduler.advance(by: 1)
    #expect(recording.elements == [1, 3])
    scheduler.advance(by: 99)
    probe.send(4)
    #expect(recording.elements == [1, 3])
    scheduler.advance(by: 1)
    #expect(recording.elements == [1, 3, 4])
  }

  @Test("without latest, drops elements that arrive too early")
  func emitsFirst() {
    let recording = start(latest: false)
    probe.send(1)
    scheduler.advance(by: 99)
    probe.send(2)
    #expect(scheduler.pending == 0)
    scheduler.advance(by: 1)
    #expect(recording.elements == [1])
    probe.send(3)
    #expect(recording.elements == [1, 3])
  }

  @Test("an element that arrives exactly after the due time is emitted immediately")
  func isExact() {
    let recording = start()
    for number in 1...10 {
      probe.send(number)
      scheduler.advance(by: 100)
    }
    #expect(recording.elements == Array(1...10))
  }

  @Test("completion follows the waiting element")
  func completesLate() {
    let recording = start()
    probe.send(1, 2)
    probe.complete()
    #expect(recording.terminals == [])
    scheduler.advance(by: 100)
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
  }

  @Test("completes immediately when no element waits")
  func completes() {
    let recording = start()
    probe.send(1)
    probe.complete()
    #expect(recording.terminals == ["completed"])
  }

  @Test("after the clock was set back, no element waits longer than the due time")
  func survivesClock() {
    let recording = start()
    probe.send(1)
    scheduler.setClockBack(by: 3_600_000)
    probe.send(2)
    scheduler.advance(by: 100)
    #expect(recording.elements == [1, 2])
  }

  @Test("a timer that elapses late does not emit the next held element early")
  func ignoresOldTimers() {
    let scheduler = scheduler
    let probe = probe
    let elements = Recording<Int>()
    let subscription = probe.observable.throttle(.milliseconds(100), scheduler: scheduler).subscribe(
      onNext: { element in
        elements.add(element)
        if element != 3 { return }
        probe.send(4)  // Handled after this element, but before the timer of 2, which elapses now.
        scheduler.runNext()
      })
    probe.send(1, 2)
    scheduler.setClockBack(by: -100)  // The timer of 2 is due, but 3 arrives first.
    probe.send(3)
    #expect(elements.elements == [1, 3])
    scheduler.advance(by: 100)
    #expect(elements.elements == [1, 3, 4])
    subscription.dispose()
  }

  @Test("an element that arrives during a delivery waits")
  func isSerial() {
    let events = eventsWhenOverlapping(
      probe.observable.throttle(.milliseconds(100), scheduler: scheduler),
      first: { probe.send(1) },
      second: {
        probe.send(2)
        probe.complete()
      })
    #expect(events == ["next(1)"])  // Disposed before the second element was due.
    #expect(scheduler.pending == 0)
  }
}

@Suite("the decisions of throttle")
struct ThrottleStateTests {
  private func time(_ milliseconds: Double) -> RxTime { RxTime(timeIntervalSince1970: 1_000 + milliseconds / 1_000) }

  private func text(_ decision: ThrottleState<Int>.Decision) -> String {
    switch decision {
    case .emit: "emit"
    case .wait(let interval): "wait \(Int((interval.seconds * 1_000).rounded()))"
    case .nothing: "nothing"
    }
  }

  @Test("the first element is emitted, the next one waits, and later ones replace it")
  func latest() {
    var state = ThrottleState<Int>(dueTime: .milliseconds(100), keepsLatest: true)
    #expect(text(state.received(1, at: time(0))) == "emit")
    state.emitted(at: time(0))
    #expect(text(state.received(2, at: time(40))) == "wait 60")
    #expect(text(state.received(3, at: time(90))) == "nothing")
    #expect(state.elapsed() == (3, false))
    state.emitted(at: time(100))
    #expect(text(state.received(4, at: time(150))) == "wait 50")
    #expect(state.completed() == false)
    #expect(state.elapsed() == (4, true))
  }

  @Test("an element that arrives after the due time, before its timer, is emitted, and the waiting one is dropped")
  func overtakesTimer() {
    var state = ThrottleState<Int>(dueTime: .milliseconds(100), keepsLatest: true)
    state.emitted(at: time(0))
    #expect(text(state.received(1, at: time(40))) == "wait 60")
    #expect(text(state.received(2, at: time(110))) == "emit")
    #expect(state.elapsed() == (nil, false))
    #expect(state.completed() == true)
  }

  @Test("without latest, early elements are dropped")
  func first() {
    var state = ThrottleState<Int>(dueTime: .milliseconds(100), keepsLatest: false)
    state.emitted(at: time(0))
    #expect(text(state.received(1, at: time(40))) == "nothing")
    #expect(state.completed() == true)
    #expect(text(state.received(2, at: time(100))) == "emit")
  }

  @Test("if the clock was set back, an element waits for the due time at most")
  func clockSetBack() {
    var state = ThrottleState<Int>(dueTime: .milliseconds(100), keepsLatest: true)
    state.emitted(at: time(5_000))
    #expect(text(state.received(1, at: time(0))) == "wait 100")
  }
}

@Suite("throttle in virtual time")
struct ThrottleTimeTests {
  @Test("emits the first element immediately, and the last of the early ones after the due time")
  func emits() throws {
    try play { try $0.hot("-1-2-3--4----5|").throttle(.seconds(3), scheduler: $0.scheduler) }
      .expect("-1--2--3--4--5|", "^-------------!")
    try play { try $0.hot("-123----|").throttle(.seconds(3), scheduler: $0.scheduler) }.expect("-1--3---|", "^-------!")
  }

  @Test("without latest, drops all elements that arrive too early")
  func emitsFirst() throws {
    try play { try $0.hot("-1-2-3--4|").throttle(.seconds(3), latest: false, scheduler: $0.scheduler) }
      .expect("-1---3--4|", "^--------!")
    try play { try $0.hot("-12|").throttle(.seconds(3), latest: false, scheduler: $0.scheduler) }
      .expect("-1-|", "^--!")
  }

  @Test("completion follows the waiting element")
  func ends() throws {
    try play { try $0.hot("-12|").throttle(.seconds(3), scheduler: $0.scheduler) }.expect("-1--(2|)", "^--!")
  }

  @Test("fails immediately with the source and drops waiting elements")
  func fails() throws {
    try play { try $0.hot("-12#").throttle(.seconds(3), scheduler: $0.scheduler) }.expect("-1-#", "^--!")
  }
}
