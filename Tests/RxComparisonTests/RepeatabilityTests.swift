import BindableKit
import Dispatch
import Foundation
import RxComparison
import RxCore
import RxTesting
import Testing

/// Repeats scenarios whose result would be random if queues ran freely.
@Suite("Every run of a scenario records the same")
struct RepeatabilityTests {
  private typealias Actions = [Scenario<Int, Int>.Action]

  private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

  /// The number of runs of a scenario. A thousand take one to three seconds, so sanitizers use fewer.
  private static let count = isSanitized ? 50 : 1_000

  /// The runs of a scenario that differ from the first, on one contender.
  private func differingRuns(
    of actions: Actions, on contender: Contender<Int, Int>, end: TestTime = 100, count: Int = count
  ) async throws -> [Comparison<Int>] {
    let scenario = Scenario(0, actions, end: end)
    let first = try await scenario.run(contender)
    var differing: [Comparison<Int>] = []
    for _ in 1..<count {
      let run = try await scenario.run(contender)
      let isSame = run.refusals == first.refusals && run.entries.elementsEqual(first.entries, by: areSame)
      if !isSame { differing.append(Comparison([first, run])) }
    }
    return differing
  }

  private func areSame(_ left: Recording<Int>.Entry, _ right: Recording<Int>.Entry) -> Bool {
    left.subscriber == right.subscriber && left.record == right.record && left.order == right.order
      && left.context == right.context && left.isReplay == right.isReplay
  }

  /// The contenders and their numbers of runs. The second contender has fewer, to save time.
  private static let contenders: [(Contender<Int, Int>, Int)] = [(.bindable, count), (.behaviorSubject, count / 4)]

  @Test("two subscribers on a concurrent queue", arguments: contenders)
  func concurrentQueue(contender: Contender<Int, Int>, count: Int) async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let differing = try await differingRuns(
      of: [
        .at(10, .subscribe("a", on: queue), .subscribe("b", on: queue)), .at(20, .set(1), .set(2)), .at(30, .set(3)),
      ], on: contender, count: count)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test("reactions of two subscribers on a concurrent queue", arguments: contenders)
  func reactionsOnConcurrentQueue(contender: Contender<Int, Int>, count: Int) async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let differing = try await differingRuns(
      of: [
        .at(10, .subscribe("a", on: queue), .subscribe("b", on: queue), .subscribe("c")),
        .when("a", gets: 1, .set(10)), .when("b", gets: 1, .set(20)), .at(20, .set(1), .set(2)),
      ], on: contender, count: count)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test("a reaction on a queue while several steps are taken", arguments: contenders)
  func reactionAmongSteps(contender: Contender<Int, Int>, count: Int) async throws {
    let queue = DispatchQueue(label: "own")
    let differing = try await differingRuns(
      of: [
        .at(10, .subscribe("a", on: queue), .subscribe("b")), .when("a", gets: 1, .set(10)),
        .at(20, .set(1), .set(2), .set(3)),
      ], on: contender, count: count)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test("reactions on two queues", arguments: contenders)
  func twoQueues(contender: Contender<Int, Int>, count: Int) async throws {
    let (one, two) = (DispatchQueue(label: "one"), DispatchQueue(label: "two"))
    let differing = try await differingRuns(
      of: [
        .at(10, .subscribe("a", on: one), .subscribe("b", on: two)), .when("a", gets: 1, .set(10)),
        .when("b", gets: 1, .set(20)), .at(20, .set(1)), .at(30, .set(2), from: one),
      ], on: contender, count: count)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test(
    "the newest value only, on a queue that is not busy",
    arguments: [
      Contender<Int, Int>.bindable("Bindable", policy: .latest), .subjectAsBindable("Subject", policy: .latest),
    ])
  func latest(contender: Contender<Int, Int>) async throws {
    let queue = DispatchQueue(label: "own")
    let actions: Actions = [.at(10, .subscribe("a", on: queue)), .at(20, .set(1), .set(2), .set(3))]
    let differing = try await differingRuns(of: actions, on: contender)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
    // The steps are taken without a pause, so only the newest value arrives.
    #expect(try await Scenario(0, actions).run(contender).events(of: "a") == [.next(10, 0), .next(20, 3)])
  }

  @Test("a contender with a queue of its own")
  func queueOfTheContender() async throws {
    let queue = DispatchQueue(label: "own")
    let actions: Actions = [
      .at(10, .subscribe("a"), .subscribe("b")), .when("a", gets: 3, .set(10)), .at(20, .set(1), .set(2), .set(3)),
    ]
    let differing = try await differingRuns(of: actions, on: .bindable("Bindable", queue: queue))
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test("subscribers that take long share a queue in the same order as others")
  func slowSubscribers() async throws {
    let queue = DispatchQueue(label: "own")
    let actions: Actions = [
      .at(10, .subscribe("a", on: queue), .subscribe("b", on: queue)), .at(20, .set(1), .set(2)),
    ]
    let quick = try await Scenario(0, actions, end: 30).run(.bindable)
    let slow = try await Scenario(0, actions, end: 30).run(Contender("slow") { initial in SlowDriver(initial) })
    #expect(quick.entries.map(\.subscriber) == ["a", "b", "a", "b", "a", "b"])
    #expect(slow.entries.map(\.subscriber) == quick.entries.map(\.subscriber))
  }

  @Test("an operator that works on a queue and in virtual time")
  func operators() async throws {
    let queue = DispatchQueue(label: "own")
    let contender = Contender<Int, Int>.rx("both", queues: [queue]) { source, scheduler in
      let ticks = Observable<Int>.interval(.milliseconds(10), scheduler: scheduler)
      let onQueue = ticks.observe(
        on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "serial"))
      return Observable.combineLatest(source, ticks, onQueue) { 100 * $0 + 10 * $1 + $2 }
    }
    let differing = try await differingRuns(of: [.at(0, .subscribe("a")), .at(20, .set(1))], on: contender, end: 40)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test("reactions on the main queue while several steps are taken")
  func mainQueue() async throws {
    let differing = try await differingRuns(
      of: [
        .at(10, .subscribe("a", on: .main), .subscribe("b")), .when("a", gets: 1, .set(10)),
        .at(20, .set(1), .set(2), .set(3)), .at(30, .set(4), from: .main),
      ], on: .behaviorSubject)
    #expect(differing.count == 0, "\(differing.first.map { "\($0)" } ?? "")")
  }

  @Test("interval with a period shorter than a tick takes one tick, and the scenario ends")
  func shortPeriod() async throws {
    let recording = try await Scenario<Int, Int>(0, [.at(0, .subscribe("view"))], end: 5).run(
      .rx("ticking") { _, scheduler in Observable<Int>.interval(.microseconds(400), scheduler: scheduler) })
    #expect(recording.events(of: "view") == (0..<5).map { .next($0 + 1, $0) })
  }
}

/// A Bindable whose observers compute for longer than a queue's turn usually lasts.
private final class SlowDriver: ContenderDriver {
  private let bindable: Bindable<Int>

  init(_ initial: Int) {
    bindable = Bindable(initial)
  }

  func set(_ value: Int) { bindable.value = value }

  func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
    bindable.observe(on: owner, queue: subscriber.queue) { value in
      let end = DispatchTime.now() + .milliseconds(10)
      while DispatchTime.now() < end {}
      subscriber.receive(.next(value))
    }
  }
}
