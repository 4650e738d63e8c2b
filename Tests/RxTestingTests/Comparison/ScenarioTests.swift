import BindableKit
import Dispatch
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("The run of a scenario")
struct ScenarioTests {
  @Test("takes steps in the order of their times, and of the list at one time")
  func order() async {
    let recording = await Scenario(
      0, [.at(30, .set(3)), .at(10, .subscribe("view")), .at(20, .set(1)), .at(20, .set(2), .set(9)), .at(20, .set(4))]
    ).run(.bindable)
    #expect(
      recording.events(of: "view") == [
        .next(10, 0), .next(20, 1), .next(20, 2), .next(20, 9), .next(20, 4), .next(30, 3),
      ])
    #expect(recording.entries.map(\.order) == Array(0..<6))
    #expect(recording.contender == "Bindable")
  }

  @Test("says what was told as a replay")
  func replay() async {
    let actions: [Scenario<Int>.Action] = [.at(10, .subscribe("view")), .at(10, .set(1)), .at(20, .set(2))]
    for (contender, isReplay) in [
      (Contender<Int>.behaviorSubject, [true, false, false]), (.publishSubject, [false, false]),
    ] {
      #expect(await Scenario(0, actions).run(contender).entries.map(\.isReplay) == isReplay)
    }
    let queue = DispatchQueue(label: "own")
    let queued = await Scenario(0, [.at(10, .subscribe("view", on: queue)), .at(20, .set(1))]).run(.bindable)
    #expect(queued.entries.map(\.isReplay) == [true, false])
  }

  @Test("reacts the first time only, and with the first of several reactions first")
  func reactions() async {
    let recording = await Scenario(
      0,
      [
        .at(10, .subscribe("view"), .subscribe("other")), .when("view", gets: 1, .set(2)),
        .when("view", gets: 1, .set(3)),
        .at(20, .set(1)), .at(30, .set(1)), .at(40, .set(1)),
      ]
    ).run(.bindable)
    #expect(
      recording.events(of: "view") == [
        .next(10, 0), .next(20, 1), .next(20, 2), .next(30, 1), .next(30, 3), .next(40, 1),
      ])
    #expect(recording.subscribers == ["view", "other"])
  }

  @Test("ends at tick 1000, or when it is told to, or after its last step", arguments: [1000, 60, 5000])
  func end(end: Int) async {
    let ticking = Contender<Int>.rx("ticking") { _, scheduler in
      Observable<Int>.interval(.milliseconds(10), scheduler: scheduler)
    }
    let start = Scenario<Int>.Action.at(0, .subscribe("view"))
    let recording =
      switch end {
      case 1000: await Scenario(0, [start]).run(ticking)
      case 60: await Scenario(0, [start], end: 60).run(ticking)
      default: await Scenario(0, [start, .at(5000, .set(1))]).run(ticking)
      }
    #expect(recording.entries.count == end / 10)
    #expect(recording.entries.last?.time == end)
  }

  @Test("waits for what operators send to a queue before time goes on")
  func operatorsAndQueues() async {
    let queue = DispatchQueue(label: "own")
    let recording = await Scenario(0, [.at(0, .subscribe("view", on: queue))], end: 100).run(
      .rx("ticking") { _, scheduler in Observable<Int>.interval(.milliseconds(10), scheduler: scheduler) })
    #expect(recording.events(of: "view") == (0..<10).map { .next(($0 + 1) * 10, $0) })
    #expect(recording.entries.allSatisfy { $0.place == .queue("own") })
  }

  @Test("runs at once what a chain schedules for now")
  func now() async {
    let recording = await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))]).run(
      .rx("observed on") { source, scheduler in source.observe(on: scheduler) })
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
  }

  @Test("waits for the queues that a contender names")
  func contendersQueues() async {
    let queue = DispatchQueue(label: "inner")
    let recording = await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))]).run(
      .rx("observed on", queues: [queue]) { source, _ in
        source.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial"))
      })
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
    #expect(recording.entries.map(\.place) == [.queue("inner"), .queue("inner")])
  }

  @Test("waits for what goes from queue to queue, and then to the scheduler")
  func fromQueueToQueue() async {
    let queues = (0..<5).map { DispatchQueue(label: "queue \($0)") }
    let values = Array(1...50)
    let recording = await Scenario(0, [.at(0, .subscribe("view"))] + values.map { .at($0, .set($0)) }).run(
      .rx("all", queues: queues.reversed()) { source, scheduler in
        queues.reduce(source) { chain, queue -> Observable<Int> in
          chain.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial"))
        }
        .observe(on: scheduler)
      })
    #expect(recording.events(of: "view") == ([0] + values).map { .next($0, $0) })
  }

  @Test("waits as many rounds as work may take from queue to queue, and one more")
  func rounds() async {
    let queues = (0..<5).map { DispatchQueue(label: "queue \($0)") }
    let rounds = Guarded(0)
    _ = await Scenario(0, [.at(10, .set(1))]).run(
      Contender("watched", queues: queues) { _, _ in WatchedDriver(disposals: Guarded(0), rounds: rounds) })
    #expect(rounds.withLock { $0 } == 6)
  }

  @Test("waits for all that runs on a concurrent queue")
  func concurrentQueue() async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let recording = await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))], end: 30).run(
      Contender("slow", queues: [queue]) { _, _ in SlowDriver(queue: queue) })
    #expect(recording.events(of: "view") == [.next(20, 1)])
  }

  @Test("tells threads that are none of its own from its own")
  func elsewhere() async {
    let recording = await Scenario(0, [.at(10, .subscribe("view"), from: .global()), .at(20, .set(1))]).run(.bindable)
    #expect(recording.entries.map(\.place) == [.elsewhere, .scenario])
  }

  @MainActor
  @Test("runs from the main actor, and with the main queue")
  func mainActor() async {
    let recording = await Scenario(0, [.at(10, .subscribe("view", on: .main)), .at(20, .set(1), from: .main)]).run(
      .bindable)
    #expect(recording.entries.map(\.place) == [.queue("main"), .queue("main")])
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
  }

  @Test("has a new owner for who subscribes once more; the one before goes")
  func subscribeTwice() async {
    let recording = await Scenario(
      0,
      [
        .at(10, .subscribe("view")), .at(20, .subscribe("view")), .at(30, .set(1)),
        .at(40, .killOwner("view"), .set(2)),
      ]
    ).run(.bindable)
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 0), .next(30, 1)])
  }

  @Test("ends subscriptions at its end, and keeps nothing")
  func nothingIsKept() async {
    let (disposals, drivers) = (Guarded(0), Guarded<[Weak]>([]))
    let contender = Contender<Int>("watched") { _, _ in
      let driver = WatchedDriver(disposals: disposals)
      drivers.withLock { $0.append(Weak(object: driver)) }
      return driver
    }
    _ = await Scenario(0, [.at(10, .subscribe("a"), .subscribe("b")), .at(20, .set(1))]).run(contender)
    #expect(disposals.withLock { $0 } == 2)
    #expect(drivers.withLock { $0.map { $0.object == nil } } == [true])
  }

  @Test("records what a contender of one's own cannot do, with the reason that it gives")
  func inabilities() async {
    let recording = await Scenario(
      0,
      [.at(10, .complete, .fail(TestError.one), .releaseSource, .read("value")), .at(20, .subscribe("view"), .set(1))]
    ).run(Contender("watched") { _, _ in WatchedDriver(disposals: Guarded(0)) })
    #expect(
      recording.refusals == [
        .init(time: 10, step: "complete", reason: "it has no end"),
        .init(time: 10, step: "fail(one)", reason: "it cannot fail"),
        .init(time: 10, step: "releaseSource", reason: "it cannot let go of its source"),
        .init(time: 10, step: "read(\"value\")", reason: "its value cannot be read"),
        .init(time: 20, step: "set(1)", reason: "one"),
      ])
  }
}

private struct Weak: @unchecked Sendable {  // Looked at under a lock.
  weak var object: AnyObject?
}

/// Can do nothing but be subscribed.
private final class WatchedDriver: ContenderDriver {
  private let disposals: Guarded<Int>
  private let rounds: Guarded<Int>

  init(disposals: Guarded<Int>, rounds: Guarded<Int> = Guarded(0)) {
    self.disposals = disposals
    self.rounds = rounds
  }

  func set(_ value: Int) throws { throw TestError.one }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    owner.keep(Disposables.create { [disposals] in disposals.withLock { $0 += 1 } })
  }

  func settle() async {
    rounds.withLock { $0 += 1 }
  }
}

/// Tells of a set on a concurrent queue, when other work there has been done.
private final class SlowDriver: ContenderDriver {
  private let queue: DispatchQueue
  private let subscriber = Guarded<ScenarioSubscriber<Int>?>(nil)

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func set(_ value: Int) {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { [subscriber] in
      isDone.wait()
      subscriber.withLock { $0 }?.receive(.next(value))
    }
    queue.async {
      var dice = SplitMix64(seed: 1)
      for _ in 0..<1_000_000 { _ = dice.next() }
      isDone.signal()
    }
  }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    self.subscriber.withLock { $0 = subscriber }
  }
}
