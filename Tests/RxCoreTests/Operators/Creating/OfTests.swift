import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("of")
struct OfTests {
  @Test("emits its arguments and completes")
  func emits() {
    let recording = Observable.of(1, 2, 3).record()
    #expect(recording.elements == [1, 2, 3])
    #expect(recording.terminals == ["completed"])
  }

  @Test("completes without arguments")
  func emitsNothing() {
    let recording = Observable<Int>.of().record()
    #expect(recording.elements == [])
    #expect(recording.terminals == ["completed"])
  }

  @Test("on another scheduler, each element and the end use a turn each")
  func usesRounds() {
    let scheduler = ManualScheduler()
    let recording = Observable.of(1, 2, scheduler: scheduler).record()
    #expect(recording.elements == [])
    scheduler.runNext()
    #expect(recording.elements == [1])
    scheduler.runNext()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == [])
    scheduler.runNext()
    #expect(recording.terminals == ["completed"])
    #expect(scheduler.pending == 0)
  }

  @Test("on another scheduler, disposal cancels the remaining turns")
  func cancels() {
    let scheduler = ManualScheduler()
    let recording = Observable.of(1, 2, scheduler: scheduler).record(disposeAfter: 1)
    scheduler.runNext()
    #expect(scheduler.pending == 0)
    #expect(recording.elements == [1])
  }
}

@Suite("of in virtual time")
struct OfTimeTests {
  @Test("emits all at subscription, or one in each turn of a scheduler, until disposed")
  func emits() throws {
    try play { _ in Observable.of(1, 2, 3) }.expect("(123|)")
    try play { .of(1, 2, 3, scheduler: $0.scheduler) }.expect("-123|")
    try play("^--!") { .of(1, 2, 3, scheduler: $0.scheduler) }.expect("-12")
  }
}
