import BindableKit
import Dispatch
import RxComparison
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("The run of a scenario")
struct ScenarioTests {
  @Test("takes steps in order of time, and in the order of the list if times are equal")
  func order() async throws {
    let recording = try await Scenario(
      0, [.at(30, .set(3)), .at(10, .subscribe("view")), .at(20, .set(1)), .at(20, .set(2), .set(9)), .at(20, .set(4))]
    ).run(.bindable)
    #expect(
      recording.events(of: "view") == [
        .next(10, 0), .next(20, 1), .next(20, 2), .next(20, 9), .next(20, 4), .next(30, 3),
      ])
    #expect(recording.entries.map(\.order) == Array(0..<6))
    #expect(recording.contender == "Bindable")
  }

  @Test("records which events were replays")
  func replay() async throws {
    let actions: [Scenario<Int, Int>.Action] = [.at(10, .subscribe("view")), .at(10, .set(1)), .at(20, .set(2))]
    for (contender, isReplay) in [
      (Contender<Int, Int>.behaviorSubject, [true, false, false]), (.publishSubject, [false, false]),
    ] {
      #expect(try await Scenario(0, actions).run(contender).entries.map(\.isReplay) == isReplay)
    }
    let queue = DispatchQueue(label: "own")
    let queued = try await Scenario(0, [.at(10, .subscribe("view", on: queue)), .at(20, .set(1))]).run(.bindable)
    #expect(queued.entries.map(\.isReplay) == [true, false])
  }

  @Test("takes a reaction once, and several reactions in the order of the list")
  func reactions() async throws {
    let recording = try await Scenario(
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

  @Test("ends at the given end, or after its last step if that is later", arguments: [60, 5_000])
  func end(end: Int) async throws {
    let ticking = Contender<Int, Int>.rx("ticking") { _, scheduler in
      Observable<Int>.interval(.milliseconds(10), scheduler: scheduler)
    }
    let actions: [Scenario<Int, Int>.Action] = [.at(0, .subscribe("view"))] + (end == 60 ? [] : [.at(end, .set(1))])
    let recording = try await Scenario(0, actions, end: 60).run(ticking)
    #expect(recording.entries.count == end / 10)
    #expect(recording.entries.last?.time == end)
  }

  @Test("waits for deliveries of operators on a queue before time advances")
  func operatorsAndQueues() async throws {
    let queue = DispatchQueue(label: "own")
    let recording = try await Scenario(0, [.at(0, .subscribe("view", on: queue))], end: 100).run(
      .rx("ticking") { _, scheduler in Observable<Int>.interval(.milliseconds(10), scheduler: scheduler) })
    #expect(recording.events(of: "view") == (0..<10).map { .next(($0 + 1) * 10, $0) })
    #expect(recording.entries.allSatisfy { $0.context == .queue("own") })
  }

  @Test("runs work that a chain schedules for now immediately")
  func now() async throws {
    let recording = try await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))]).run(
      .rx("observed on") { source, scheduler in source.observe(on: scheduler) })
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
  }

  @Test("waits for the queues that a contender names")
  func contendersQueues() async throws {
    let queue = DispatchQueue(label: "inner")
    let recording = try await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))]).run(
      .rx("observed on", queues: [queue]) { source in
        source.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial"))
      })
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
    #expect(recording.entries.map(\.context) == [.queue("inner"), .queue("inner")])
  }

  @Test("waits for work that passes from queue to queue, and then to the scheduler")
  func fromQueueToQueue() async throws {
    let queues = (0..<5).map { DispatchQueue(label: "queue \($0)") }
    let values = Array(1...50)
    let recording = try await Scenario(0, [.at(0, .subscribe("view"))] + values.map { .at($0, .set($0)) }).run(
      .rx("all", queues: queues.reversed()) { source, scheduler in
        queues.reduce(source) { chain, queue -> Observable<Int> in
          chain.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial"))
        }
        .observe(on: scheduler)
      })
    #expect(recording.events(of: "view") == ([0] + values).map { .next($0, $0) })
  }

  @Test("asks the driver to settle after each step, and again if that delivered anything")
  func settling() async throws {
    let settlements = Guarded(0)
    _ = try await Scenario(0, [.at(10, .set(1)), .at(20, .set(2))]).run(
      Contender("watched") { _ in WatchedDriver(disposals: Guarded(0), settlements: settlements) })
    #expect(settlements.withLock { $0 } == 2)
    let late = try await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))]).run(
      Contender("late") { _ in LateDriver() })
    #expect(late.events(of: "view") == [.next(20, 1), .next(20, 2), .next(20, 3)])
  }

  @Test("waits for all work on a concurrent queue")
  func concurrentQueue() async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let recording = try await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1))], end: 30).run(
      Contender("slow", queues: [queue]) { _ in SlowDriver(queue: queue) })
    #expect(recording.events(of: "view") == [.next(20, 1)])
  }

  @Test("distinguishes other threads from its own")
  func elsewhere() async throws {
    let recording = try await Scenario(0, [.at(10, .subscribe("view"), from: .global()), .at(20, .set(1))]).run(
      .bindable)
    #expect(recording.entries.map(\.context) == [.elsewhere, .scenario])
  }

  @Test("distinguishes queues that have the same label")
  func equalLabels() async throws {
    let queues = [DispatchQueue(label: "own"), DispatchQueue(label: "own"), DispatchQueue(label: "main")]
    let contender = DispatchQueue(label: "own")
    let scenario = Scenario(
      0,
      [
        .at(10, .subscribe("a", on: queues[0]), .subscribe("b", on: queues[1]), .subscribe("c", on: queues[2])),
        .at(20, .subscribe("d")),
      ])
    let comparison = try await scenario.compare(.behaviorSubject, .bindable("Bindable", queue: contender))
    #expect(
      comparison.recordings.map { $0.entries.map(\.context) } == [
        [.queue("own"), .queue("own (2)"), .queue("main (2)"), .scenario],
        [.queue("own"), .queue("own (2)"), .queue("main (2)"), .queue("own (3)")],
      ])
  }

  @Test("a subscriber that moves to another queue with the same label is a difference")
  func swappedQueues() async throws {
    let (one, two) = (DispatchQueue(label: "own"), DispatchQueue(label: "own"))
    let scenario = Scenario(0, [.at(10, .subscribe("a"), from: one), .at(20, .set(1), from: two)])
    let comparison = try await scenario.compare(
      .behaviorSubject,
      .rx("moved", queues: [one]) { source in
        source.observe(on: SerialDispatchQueueScheduler(queue: one, internalSerialQueueName: "serial"))
      })
    #expect(
      comparison.differences().map { "\($0)" } == [
        "BehaviorSubject delivers next(1) to \"a\" at tick 20 on the queue own (2), moved on the queue own."
      ])
  }

  @MainActor
  @Test("runs from the main actor, and with the main queue")
  func mainActor() async throws {
    let recording = try await Scenario(0, [.at(10, .subscribe("view", on: .main)), .at(20, .set(1), from: .main)]).run(
      .bindable)
    #expect(recording.entries.map(\.context) == [.queue("main"), .queue("main")])
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
  }

  @Test("a second subscription of a name has a new owner, and releases the first")
  func subscribeTwice() async throws {
    let recording = try await Scenario(
      0,
      [
        .at(10, .subscribe("view")), .at(20, .subscribe("view")), .at(30, .set(1)),
        .at(40, .releaseOwner("view"), .set(2)),
      ]
    ).run(.bindable)
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 0), .next(30, 1)])
  }

  @Test("disposes subscriptions at its end, and keeps nothing alive")
  func nothingIsKept() async throws {
    let (disposals, drivers) = (Guarded(0), Guarded<[Weak]>([]))
    let contender = Contender<Int, Int>("watched") { _ in
      let driver = WatchedDriver(disposals: disposals)
      drivers.withLock { $0.append(Weak(object: driver)) }
      return driver
    }
    let scenario = Scenario(0, [.at(10, .subscribe("a"), .subscribe("b")), .at(20, .set(1))])
    for _ in 0..<500 {
      _ = try await scenario.run(contender)
      let (count, isReleased) = (disposals.withLock { $0 }, drivers.withLock { $0.map { $0.object == nil } })
      #expect(count == 2)
      #expect(isReleased == [true])
      disposals.withLock { $0 = 0 }
      drivers.withLock { $0 = [] }
    }
  }

  @Test("records the steps that a driver does not support, with reasons")
  func unsupportedSteps() async throws {
    let recording = try await Scenario(
      0,
      [.at(10, .complete, .fail(TestError.one), .releaseSource, .read("value")), .at(20, .subscribe("view"), .set(1))]
    ).run(Contender("watched") { _ in WatchedDriver(disposals: Guarded(0)) })
    #expect(
      recording.refusals == [
        .init(time: 10, step: "complete", reason: "it has no terminal events"),
        .init(time: 10, step: "fail(one)", reason: "it has no terminal events"),
        .init(time: 10, step: "releaseSource", reason: "it cannot release its source"),
        .init(time: 10, step: "read(\"value\")", reason: "its value cannot be read"),
        .init(time: 20, step: "set(1)", reason: "one"),
      ])
  }
}

extension ScenarioTests {
  @Test("waits for the main queue when other code has filled it with more than a turn delivers")
  func busyMainQueue() async throws {
    let contender = Contender<Int, Int>("busy", queues: [.main]) { _ in BusyMainDriver() }
    let recording = try await Scenario(0, [.at(10, .subscribe("view")), .at(20, .set(1)), .at(30, .set(2))])
      .run(contender)
    #expect(recording.events(of: "view") == [.next(20, 1), .next(30, 2)])
  }
}

private struct Weak: @unchecked Sendable {  // Read under a lock.
  weak var object: AnyObject?
}

/// Supports only subscriptions.
private final class WatchedDriver: ContenderDriver {
  private let disposals: Guarded<Int>
  private let settlements: Guarded<Int>

  init(disposals: Guarded<Int>, settlements: Guarded<Int> = Guarded(0)) {
    self.disposals = disposals
    self.settlements = settlements
  }

  func set(_ value: Int) throws { throw TestError.one }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    owner.keep(Disposables.create { [disposals] in disposals.withLock { $0 += 1 } })
  }

  func settle() async {
    settlements.withLock { $0 += 1 }
  }
}

/// Delivers a value on a concurrent queue after other work there has finished.
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

/// Delivers nothing until it settles, and then one value at a time, up to 3.
private final class LateDriver: ContenderDriver {
  private let last = Guarded(Int.max)
  private let subscriber = Guarded<ScenarioSubscriber<Int>?>(nil)

  func set(_ value: Int) { last.withLock { $0 = value - 1 } }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    self.subscriber.withLock { $0 = subscriber }
  }

  func settle() async {
    let next = last.withLock { last -> Int? in
      guard last < 3 else { return nil }
      last += 1
      return last
    }
    if let next { subscriber.withLock { $0 }?.receive(.next(next)) }
  }
}

/// Sets a Bindable on the main queue behind many values of another one.
private final class BusyMainDriver: ContenderDriver {
  private let other = Bindable(0, queue: .main)
  private let value = Bindable(0, queue: .main)

  func set(_ value: Int) {
    for number in 1...5_000 { other.value = number }
    self.value.value = value
  }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    let ignored = other.observe { _ in }
    let received = value.observe(replay: false) { subscriber.receive(.next($0)) }
    owner.keep(
      Disposables.create {
        ignored.cancel()
        received.cancel()
      })
  }
}
