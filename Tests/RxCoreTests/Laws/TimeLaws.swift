import OperatorTable
import RxCore
import RxTesting
import TestSupport
import Testing

/// Timing rules for every operator. Each test is one law, and runs for each operator at each of its sources.
@Suite("laws of time", .serialized)
struct TimeLaws {
  private let scheduler = TestScheduler(initialClock: 0)

  @Test(
    "an error from the source is forwarded immediately and frees all sources",
    arguments: OperatorCase.lawful.filter { !$0.traits.contains(.catchesErrors) })
  func forwardsErrors(of law: OperatorCase) {
    let elements: [Recorded<Event<Int>>] = law.traits.contains(.terminatesEarly) ? [] : [.next(210, 1), .next(220, 2)]
    let source = scheduler.createHotObservable(elements + [.error(250, TestError.one)])
    let other = scheduler.createHotObservable([.next(205, 0), .next(215, 0)])
    let seen = scheduler.start { law.apply(source.asObservable(), other.asObservable(), scheduler) }
    #expect(seen.events.filter(\.value.isStopEvent) == [.error(250 + law.errorDelay, TestError.one)])
    #expect(seen.events.last?.value.isStopEvent == true)
    #expect(source.subscriptions == [Subscription(200 + law.subscriptionDelay, 250)])
    #expect(other.subscriptions.last?.unsubscribe == (law.traits.contains(.usesOther) ? 250 : nil))
    #expect(other.subscriptions.allSatisfy { $0.unsubscribe <= 250 })
  }

  @Test(
    "the completion of the source is forwarded immediately",
    arguments: OperatorCase.lawful.filter { !$0.traits.contains(.terminatesEarly) })
  func forwardsCompletion(of law: OperatorCase) {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(250)])
    let other = Observable.of(0, 0, 0)
    let seen = scheduler.start {
      law.apply(source.asObservable(), law.traits.contains(.ignoresEnd) ? .never() : other, scheduler)
    }
    let end: [Recorded<Event<Int>>] = law.traits.contains(.ignoresEnd) ? [] : [.completed(250 + law.endDelay)]
    #expect(seen.events.filter(\.value.isStopEvent) == end)
    #expect(seen.events.last?.value.isStopEvent ?? true)
    #expect(source.subscriptions == [Subscription(200 + law.subscriptionDelay, 250)])
  }

  @Test(
    "disposal changes nothing that was emitted before, stops all later events and frees all sources",
    arguments: OperatorCase.lawful, [202, 207, 227, 247])
  func stops(_ law: OperatorCase, at disposal: TestTime) {
    func run(until disposed: TestTime) -> (events: [Recorded<Event<Int>>], subscriptions: [[Subscription]]) {
      let scheduler = TestScheduler(initialClock: 0)
      let source = scheduler.createHotObservable([
        .next(203, 6), .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .error(250, TestError.one),
      ])
      let other = scheduler.createHotObservable([.next(201, 9), .next(215, 0), .next(235, 5), .completed(260)])
      let seen = scheduler.start(disposed: disposed) {
        law.apply(source.asObservable(), other.asObservable(), scheduler)
      }
      return (seen.events, [source.subscriptions, other.subscriptions])
    }
    let whole = run(until: 1000)
    let part = run(until: disposal)
    #expect(part.events == whole.events.filter { $0.time <= disposal })
    let spans = whole.subscriptions.map { spans in
      spans.filter { $0.subscribe <= disposal }.map {
        Subscription($0.subscribe, $0.unsubscribe <= disposal ? $0.unsubscribe : disposal + law.subscriptionDelay)
      }
    }
    #expect(part.subscriptions == spans)
    #expect(!spans[0].isEmpty)
  }

  @Test(
    "two subscriptions are independent of each other",
    arguments: OperatorCase.lawful.filter { !$0.traits.contains(.isShared) })
  func isIndependent(_ law: OperatorCase) {
    let source = scheduler.createColdObservable([.next(10, 1), .next(20, 2), .next(30, 3), .completed(50)])
    let other = scheduler.createColdObservable([.next(5, 4), .next(16, 5), .next(27, 6), .completed(60)])
    let operated = law.apply(source.asObservable(), other.asObservable(), scheduler)
    var seen: [TestableObserver<Int>] = []
    for time in [200, 223] {
      scheduler.scheduleAt(time) { [scheduler] in seen.append(scheduler.record(operated)) }
    }
    scheduler.start()
    let first = seen[0].events
    #expect(!first.isEmpty)
    #expect(seen[1].events == first.map { Recorded(time: $0.time + 23, value: $0.value) })
    #expect(source.subscriptions.map(\.subscribe) == [200 + law.subscriptionDelay, 223 + law.subscriptionDelay])
  }

  @Test(
    "two subscribers share one subscription until the last one unsubscribes",
    arguments: OperatorCase.lawful.filter { $0.traits.contains(.isShared) })
  func isShared(_ law: OperatorCase) {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4)])
    let operated = law.apply(source.asObservable(), .never(), scheduler)
    var seen: [TestableObserver<Int>] = []
    for (subscribed, disposed) in [(200, 235), (215, 245)] {
      scheduler.scheduleAt(subscribed) { [scheduler] in seen.append(scheduler.record(operated, disposed: disposed)) }
    }
    scheduler.start()
    #expect(seen[0].events == [.next(210, 1), .next(220, 2), .next(230, 3)])
    #expect(seen[1].events.filter { $0.time > 215 } == [.next(220, 2), .next(230, 3), .next(240, 4)])
    #expect(source.subscriptions == [Subscription(200, 245)])
  }
}
