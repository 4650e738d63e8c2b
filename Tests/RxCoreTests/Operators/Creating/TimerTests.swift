import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("timer", .dedicatedThreads)
struct TimerTests {
  @Test("emits 0 after the due time, and completes")
  func emitsOnce() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.timer(.seconds(5), scheduler: scheduler).record()
    #expect(scheduler.dueTimes == [.seconds(5)])
    #expect(recording.elements == [])
    scheduler.runNext()
    #expect(recording.elements == [0])
    #expect(recording.terminals == ["completed"])
    #expect(scheduler.pending == 0)
  }

  @Test("continues to count if it has a period")
  func counts() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.timer(.seconds(5), period: .seconds(1), scheduler: scheduler).record()
    #expect(scheduler.dueTimes == [.seconds(5)])
    scheduler.runNext()
    #expect(scheduler.dueTimes == [.seconds(1)])
    scheduler.runNext()
    #expect(recording.elements == [0, 1])
    recording.dispose()
    #expect(scheduler.pending == 0)
  }

  @Test("disposal before the due time cancels the timer")
  func cancels() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.timer(.seconds(5), scheduler: scheduler).record()
    recording.dispose()
    #expect(scheduler.pending == 0)
    #expect(recording.elements == [])
  }

  @Test("disposal during the element drops the completion")
  func disposesInside() {
    let scheduler = ManualScheduler()
    let recording = Observable<Int>.timer(.seconds(5), scheduler: scheduler).record(disposeAfter: 1)
    scheduler.runNext()
    #expect(recording.elements == [0])
    #expect(recording.terminals == [])
  }

  @Test("emits on a dispatch queue")
  func emitsOnQueue() {
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timer")
    let recording = Observable<Int>.timer(.milliseconds(1), scheduler: scheduler).record()
    #expect(recording.waitForEnd())
    #expect(recording.elements == [0])
    #expect(recording.terminals == ["completed"])
  }
}

@Suite("timer in virtual time")
struct TimerTimeTests {
  @Test("emits 0 once and completes")
  func emitsOnce() throws {
    try play { Observable<Int>.timer(.seconds(3), scheduler: $0.scheduler) }.expect("---(0|)")
    try play { Observable<Int>.timer(.seconds(0), scheduler: $0.scheduler) }.expect("-(0|)")
  }

  @Test("continues until disposed if it has a period")
  func counts() throws {
    try play("^-------!") { Observable<Int>.timer(.seconds(3), period: .seconds(2), scheduler: $0.scheduler) }
      .expect("---0-1-2")
    try play("^--------!") { Observable<Int>.timer(.seconds(1), period: .seconds(3), scheduler: $0.scheduler) }
      .expect("-0--1--2")
  }

  @Test("disposal cancels the timer")
  func disposes() throws {
    try play("^-!") { Observable<Int>.timer(.seconds(3), scheduler: $0.scheduler) }.expect("")
  }
}
