import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("delaySubscription", .dedicatedThreads)
struct DelaySubscriptionTests {
  private let scheduler = ManualScheduler()
  private let probe = SourceProbe<Int>()

  @Test("subscribes once the time has passed")
  func subscribes() {
    let recording = probe.observable.delaySubscription(.milliseconds(100), scheduler: scheduler).record()
    scheduler.advance(by: 99)
    #expect(probe.subscriptions == 0)
    scheduler.advance(by: 1)
    #expect(probe.subscriptions == 1)
    probe.send(1)
    probe.complete()
    #expect(recording.elements == [1])
    #expect(recording.terminals == ["completed"])
    #expect(probe.disposals == 1)
  }

  @Test("disposal before the time has passed cancels the timer")
  func disposes() {
    let recording = probe.observable.delaySubscription(.milliseconds(100), scheduler: scheduler).record()
    recording.dispose()
    #expect(scheduler.pending == 0)
    scheduler.advance(by: 1_000)
    #expect(probe.subscriptions == 0)
  }

  @Test("an endless source can be disposed downstream")
  func stops() {
    let recording = Observable.repeatElement(7).delaySubscription(.milliseconds(100), scheduler: scheduler)
      .take(3).record()
    scheduler.advance(by: 100)
    #expect(recording.elements == [7, 7, 7])
    #expect(recording.terminals == ["completed"])
  }
}

@Suite("delaySubscription in virtual time")
struct DelaySubscriptionTimeTests {
  @Test("subscribes after the due time, and forwards all events immediately")
  func emits() throws {
    try play { try $0.cold("-1-2|").delaySubscription(.seconds(3), scheduler: $0.scheduler) }
      .expect("----1-2|", "---^---!")
    try play { try $0.hot("-1-2-3#").delaySubscription(.seconds(4), scheduler: $0.scheduler) }
      .expect("-----3#", "----^-!")
  }

  @Test("disposal frees the source, or prevents the subscription")
  func disposes() throws {
    try play("^----!") { try $0.cold("-1-2|").delaySubscription(.seconds(3), scheduler: $0.scheduler) }
      .expect("----1", "---^-!")
    try play("^-!") { try $0.cold("-1-2|").delaySubscription(.seconds(3), scheduler: $0.scheduler) }.expect("", [])
  }
}
