import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("publish")
struct PublishTests {
  private let probe = SourceProbe<Int>()

  @Test("subscribes to the source once for all, with connect")
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

  @Test("a second connect is the first, as long as that lasts")
  func connectsOnce() {
    let shared = probe.observable.publish()
    let first = shared.connect()
    shared.connect().dispose()
    #expect(probe.subscriptions == 1)
    #expect(probe.disposals == 1)
    first.dispose()
    #expect(probe.disposals == 1)
    let second = shared.connect()
    #expect(probe.subscriptions == 2)
    first.dispose()
    #expect(probe.disposals == 1)
    second.dispose()
    #expect(probe.disposals == 2)
  }

  @Test("passes a terminal event on to all; who comes later waits for the next connection", arguments: [true, false])
  func ends(withError: Bool) {
    let shared = probe.observable.publish()
    let recording = shared.record()
    _ = shared.connect()
    if withError { probe.fail(TestError.one) } else { probe.complete() }
    #expect(recording.terminals == [withError ? "one" : "completed"])
    #expect(probe.disposals == 1)
    let late = shared.record()
    #expect(late.terminals == [])
    let connection = shared.connect()
    probe.send(1)
    #expect(late.elements == [1])
    connection.dispose()
  }

  @Test("who subscribes from inside the end joins the next connection")
  func resubscribesInside() {
    let shared = probe.observable.publish()
    let log = Log<Int>()
    _ = shared.subscribe(onCompleted: {
      _ = shared.subscribe(onNext: { log.add($0) })
      _ = shared.connect()
    })
    _ = shared.connect()
    probe.complete()
    #expect(probe.subscriptions == 2)
    probe.send(1)
    #expect(log.entries == [1])
  }

  @Test("a source that sends inside its subscription reaches all who came before connect")
  func sendsInside() {
    let shared = Observable.of(1, 2).publish()
    let recording = shared.record()
    _ = shared.connect()
    #expect(recording.elements == [1, 2])
    #expect(recording.terminals == ["completed"])
  }

  @Test("one subscriber that leaves does not disturb the others")
  func leaves() {
    let shared = probe.observable.publish()
    let one = shared.record(disposeAfter: 1)
    let other = shared.record()
    let connection = shared.connect()
    probe.send(1, 2)
    #expect(one.elements == [1])
    #expect(other.elements == [1, 2])
    #expect(probe.disposals == 0)
    connection.dispose()
  }

  @Test("frees what subscribed to it, connected or not, when it goes")
  func frees() {
    let lifetimes = Lifetimes()
    do {
      let shared = PublishSubject<Int>().publish()
      let tracked = lifetimes.make()
      _ = shared.subscribe(onNext: { _ in tracked.touch() })
      #expect(lifetimes.alive == 1)
    }
    #expect(lifetimes.alive == 0)
    do {
      let shared = PublishSubject<Int>().publish()
      let tracked = lifetimes.make()
      _ = shared.subscribe(onNext: { _ in tracked.touch() })
      shared.connect().dispose()
    }
    #expect(lifetimes.alive == 0)
  }
}

@Suite("publish in virtual time")
struct PublishTimeTests {
  @Test("subscribes to the source while connected, whoever is there")
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

  @Test("each connection is heard by those who subscribed since the one before")
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
