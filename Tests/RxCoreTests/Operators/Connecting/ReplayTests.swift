import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("replay")
struct ReplayTests {
  private let probe = SourceProbe<Int>()

  @Test("replays the last elements of the connection to each new subscriber")
  func replays() {
    let shared = probe.observable.replay(2)
    let connection = shared.connect()
    probe.send(1, 2, 3)
    let recording = shared.record()
    #expect(recording.elements == [2, 3])
    probe.send(4)
    #expect(recording.elements == [2, 3, 4])
    connection.dispose()
  }

  @Test("replayAll replays all elements")
  func replaysAll() {
    let shared = probe.observable.replayAll()
    let connection = shared.connect()
    for number in 1...100 { probe.send(number) }
    #expect(shared.record().elements == Array(1...100))
    connection.dispose()
  }

  @Test("a new connection has nothing to replay")
  func forgets() {
    let shared = probe.observable.replay(2)
    let connection = shared.connect()
    probe.send(1)
    connection.dispose()
    #expect(shared.record().elements == [])
  }
}

@Suite("replay in virtual time")
struct ReplayTimeTests {
  @Test(
    "replays the last elements of the connection, or all of them, to a later subscriber", arguments: [2, nil])
  func replays(count: Int?) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(250)])
    let replayed = count.map { source.replay($0) } ?? source.replayAll()
    let seen = [scheduler.createObserver(Int.self), scheduler.createObserver(Int.self)]
    scheduler.scheduleAt(200) { _ = replayed.connect() }
    scheduler.scheduleAt(240) { _ = replayed.subscribe(seen[0]) }
    scheduler.scheduleAt(260) { _ = replayed.subscribe(seen[1]) }
    scheduler.start()
    let elements = count == nil ? [1, 2, 3] : [2, 3]
    #expect(seen[0].events == elements.map { .next(240, $0) } + [.completed(250)])
    #expect(seen[1].events == [])  // Waits for the next connection.
    #expect(source.subscriptions == [Subscription(200, 250)])
  }
}
