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

@Suite("delay", .dedicatedThreads)
struct DelayTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  private func start() -> Recording<Int> {
    probe.observable.delay(.milliseconds(100), scheduler: scheduler).record()
  }

  @Test("delays each element and the completion by the due time")
  func delays() {
    let recording = start()
    probe.send(1)
    scheduler.advance(by: 30)
    probe.send(2)
    scheduler.advance(by: 30)
    probe.complete()
    scheduler.advance(by: 39)
    #expect(recording.elements == [])
    scheduler.advance(by: 1)
    #expect(recording.elements == [1])
    scheduler.advance(by: 29)
    #expect(recording.elements == [1])
    scheduler.advance(by: 1)
    #expect(recording.elements == [1, 2])
    scheduler.advance(by: 29)
    #expect(recording.terminals == [])
    scheduler.advance(by: 1)
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
    #expect(scheduler.pending == 0)
  }

  @Test("with a slow observer, each element is still due at its arrival plus the due time")
  func isPunctual() {
    let log = Recording<String>()
    let subscription = probe.observable.delay(.milliseconds(200), scheduler: scheduler).subscribe(onNext: {
      [probe, scheduler] element in
      log.add("\(element) at \(scheduler.elapsed)")
      // The observer takes 300 ms. The third element arrives while the observer is busy with the first.
      scheduler.advance(by: 100)
      if element == 1 { probe.send(3) }
      scheduler.advance(by: 200)
    })
    probe.send(1)
    scheduler.advance(by: 150)
    probe.send(2)
    scheduler.advance(by: 50)
    scheduler.advance(by: 1_000)
    #expect(log.elements == ["1 at 200", "2 at 500", "3 at 800"])
    subscription.dispose()
  }

  @Test("an element is emitted on the scheduler, even if it becomes due while the source emits the next one")
  func staysOnScheduler() {
    expectOnScheduler { $0.delay(.milliseconds(100), scheduler: $1) }
  }

  @Test("uses one timer, and emits elements together that arrived together")
  func usesOneTimer() {
    let recording = start()
    for number in 1...1_000 { probe.send(number) }
    #expect(scheduler.pending == 1)
    scheduler.advance(by: 100)
    #expect(recording.elements == Array(1...1_000))
    #expect(scheduler.pending == 0)
    probe.send(0)
    scheduler.advance(by: 100)
    #expect(recording.elements.last == 0)
  }

  @Test("setting the clock back does not delay elements further")
  func survivesClock() {
    let recording = start()
    probe.send(1)
    scheduler.advance(by: 30)
    probe.send(2)
    scheduler.setClockBack(by: 3_600_000)
    scheduler.advance(by: 30)
    probe.send(3)
    scheduler.advance(by: 40)
    #expect(recording.elements == [1])
    scheduler.advance(by: 30)
    #expect(recording.elements == [1, 2, 3])
  }

  @Test("an element emitted during a delayed one is also delayed")
  func reenters() {
    let log = Recording<Int>()
    let subscription = probe.observable.delay(.milliseconds(100), scheduler: scheduler).subscribe(onNext: { [probe] in
      log.add($0)
      if $0 < 3 { probe.send($0 + 1) }
    })
    probe.send(1)
    scheduler.advance(by: 100)
    #expect(log.elements == [1])
    scheduler.advance(by: 100)
    #expect(log.elements == [1, 2])
    scheduler.advance(by: 100)
    #expect(log.elements == [1, 2, 3])
    subscription.dispose()
  }

  @Test("an error waits for an element that another thread delivers")
  func isSerial() {
    let events = eventsWhenOverlapping(
      probe.observable.delay(.milliseconds(100), scheduler: scheduler),
      first: {
        probe.send(1, 2)
        scheduler.advance(by: 100)
      },
      second: { probe.fail(TestError.one) })
    #expect(events == ["next(1)", "error(one)"])
  }
}

@Suite("the decisions of delay")
struct DelayStateTests {
  private var state = DelayState<Int>(dueTime: .milliseconds(100))

  private func time(_ milliseconds: Double) -> RxTime { RxTime(timeIntervalSince1970: 1_000 + milliseconds / 1_000) }

  @Test("only the first element starts a timer, and each is due 100 ms after its own arrival")
  mutating func oneTimer() {
    #expect(state.received(1, arrival: time(0), now: time(0)) == .milliseconds(100))
    #expect(state.received(2, arrival: time(30), now: time(30)) == nil)
    #expect(state.received(nil, arrival: time(100), now: time(100)) == nil)
    #expect(state.elapsed()?.element == 1)
    #expect(milliseconds(state.next(after: time(0), now: time(100))) == 30)
    #expect(state.elapsed()?.element == 2)
    #expect(milliseconds(state.next(after: time(30), now: time(190))) == 10)
    #expect(state.elapsed().map { $0.element == nil } == true)
    #expect(state.next(after: time(100), now: time(200)) == nil)
    #expect(state.received(3, arrival: time(500), now: time(500)) == .milliseconds(100))
  }

  @Test("an element that is handled late waits only for the rest of its time")
  mutating func late() {
    #expect(milliseconds(state.received(1, arrival: time(0), now: time(60))) == 40)
    #expect(state.received(2, arrival: time(10), now: time(60)) == nil)
    #expect(state.elapsed()?.element == 1)
    #expect(milliseconds(state.next(after: time(0), now: time(900))) == 0)
  }

  @Test("if the clock was set back, the next element waits no longer than it arrived after the previous one")
  mutating func clockSetBack() {
    _ = state.received(1, arrival: time(1_000), now: time(1_000))
    _ = state.received(2, arrival: time(1_030), now: time(1_030))
    _ = state.elapsed()
    #expect(milliseconds(state.next(after: time(1_000), now: time(0))) == 30)
  }

  private func milliseconds(_ interval: RxTimeInterval?) -> Int? {
    interval.map { Int(($0.seconds * 1_000).rounded()) }
  }
}

@Suite("delay in virtual time")
struct DelayTimeTests {
  @Test("delays all events by the due time")
  func emits() throws {
    try play { try $0.hot("-1-(23)4|").delay(.seconds(3), scheduler: $0.scheduler) }.expect("----1-234|", "^----!")
  }

  @Test("fails immediately with the source and drops waiting elements")
  func fails() throws {
    try play { try $0.hot("-1----2#").delay(.seconds(3), scheduler: $0.scheduler) }.expect("----1--#", "^------!")
  }

  @Test("elements that arrived together are emitted in separate turns of the scheduler, a tick apart as in RxTest")
  func takesRounds() {
    let scheduler = TestScheduler(initialClock: 0)
    let result = scheduler.start { Single.just(1).delay(.seconds(2), scheduler: scheduler).asObservable() }
    #expect(result.events == [.next(202, 1), .completed(203)])
  }
}
