import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("publish")
struct PublishTests {
  private let probe = SourceProbe<Int>()

  @Test("connect subscribes to the source once for all subscribers")
  func connects() {
    let shared = probe.observable.publish()
    let one = shared.record()
    let other = shared.record()
    #expect(probe.subscriptions == 0)
    let connection = shared.connect()
    #expect(probe.subscriptions == 1)
    probe.send(1)
    let late = shared.record()
    probe.send(2)
    #expect(one.elements == [1, 2])
    #expect(other.elements == [1, 2])
    #expect(late.elements == [2])
    connection.dispose()
    #expect(probe.disposals == 1)
    probe.send(3)
    #expect(one.elements == [1, 2])
  }

  @Test("elements emitted during connect reach all earlier subscribers")
  func emitsInside() {
    let shared = Observable.of(1, 2).publish()
    let recording = shared.record()
    _ = shared.connect()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test(
    "an element that waits behind another is not delivered once the connection has been disposed",
    arguments: ["publish", "replay", "replayAll"])
  func disposesDuringDelivery(operator: String) {
    let source = probe.observable
    let shared =
      switch `operator` {
      case "publish": source.publish()
      case "replay": source.replay(2)
      default: source.replayAll()
      }
    let connection = SerialDisposable()
    let received = Recording<Int>()
    let subscription = shared.subscribe(onNext: { [probe] in
      received.add($0)
      guard $0 == 1 else { return }
      probe.send(2)
      connection.dispose()
    })
    connection.disposable = shared.connect()
    probe.send(1)
    #expect(received.elements == [1])
    subscription.dispose()
  }
}

@Suite("publish in virtual time")
struct PublishTimeTests {
  @Test("subscribes to the source while connected, with or without subscribers")
  func connects() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(220, 2), .next(240, 3), .next(260, 4), .completed(280),
    ])
    let published = source.publish()
    let seen = scheduler.createObserver(Int.self)
    var connection: (any Disposable)?
    scheduler.scheduleAt(200) { _ = published.subscribe(seen) }
    scheduler.scheduleAt(215) { connection = published.connect() }
    scheduler.scheduleAt(230) { connection?.dispose() }
    scheduler.start()
    #expect(seen.events == [.next(220, 2)])
    #expect(source.subscriptions == [Subscription(215, 230)])
  }

  @Test("each connection emits to the subscribers since the previous connection")
  func connectsAgain() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([
      .next(210, 1), .completed(220), .next(240, 2), .error(250, TestError.one),
    ])
    let published = source.publish()
    let seen = [scheduler.createObserver(Int.self), scheduler.createObserver(Int.self)]
    for (time, observer) in [(200, seen[0]), (230, seen[1])] {
      scheduler.scheduleAt(time) {
        _ = published.subscribe(observer)
        _ = published.connect()
      }
    }
    scheduler.start()
    #expect(seen[0].events == [.next(210, 1), .completed(220)])
    #expect(seen[1].events == [.next(240, 2), .error(250, TestError.one)])
    #expect(source.subscriptions == [Subscription(200, 220), Subscription(230, 250)])
  }
}
