import BindableKit
import Dispatch
import RxComparison
import RxCore
import RxTesting
import Testing

@Suite("Scenarios in which Bindable and the Rx core agree")
struct AgreementTests {
  private typealias Events = [Recorded<Event<Int>>]

  /// Expects that a Bindable, a BehaviorSubject and their bridges deliver these events.
  private func expect(
    _ actions: [Scenario<Int, Int>.Action], deliver expected: [String: Events], ignoring aspects: ComparedAspects = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(
      actions, on: [.bindable, .behaviorSubject, .bridge, .subjectAsBindable], deliver: expected, ignoring: aspects,
      sourceLocation: sourceLocation)
  }

  private func expect(
    _ actions: [Scenario<Int, Int>.Action], on contenders: [Contender<Int, Int>], deliver expected: [String: Events],
    ignoring aspects: ComparedAspects = [], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let comparison = try await Scenario(0, actions).compare(contenders)
    #expect(comparison.differences(ignoring: aspects).isEmpty, sourceLocation: sourceLocation)
    for (subscriber, events) in expected {
      #expect(comparison.recordings[0].events(of: subscriber) == events, sourceLocation: sourceLocation)
    }
    #expect(Set(comparison.recordings[0].subscribers) == Set(expected.keys), sourceLocation: sourceLocation)
  }

  @Test("a new subscriber receives the current value, then each later one")
  func replay() async throws {
    try await expect(
      [.at(10, .subscribe("view")), .at(20, .set(1)), .at(30, .set(2))],
      deliver: ["view": [.next(10, 0), .next(20, 1), .next(30, 2)]])
  }

  @Test("a late subscriber receives the current value")
  func lateSubscriber() async throws {
    try await expect(
      [.at(10, .subscribe("early")), .at(20, .set(1)), .at(30, .subscribe("late")), .at(40, .set(2))],
      deliver: ["early": [.next(10, 0), .next(20, 1), .next(40, 2)], "late": [.next(30, 1), .next(40, 2)]])
  }

  @Test("several subscribers are called in the order in which they subscribed")
  func severalInOrder() async throws {
    let actions: [Scenario<Int, Int>.Action] = [
      .at(10, .subscribe("b"), .subscribe("a"), .subscribe("c")), .at(20, .set(1)),
    ]
    let events: Events = [.next(10, 0), .next(20, 1)]
    try await expect(actions, deliver: ["a": events, "b": events, "c": events])
    let recording = try await Scenario(0, actions).run(.behaviorSubject)
    #expect(recording.entries.map(\.subscriber) == ["b", "a", "c", "b", "a", "c"])
  }

  @Test("on one queue, all subscribers receive each value before any receives the next")
  func severalOnOneQueue() async throws {
    let queue = DispatchQueue(label: "shared")
    let actions: [Scenario<Int, Int>.Action] = [
      .at(10, .subscribe("a", on: queue), .subscribe("b", on: queue)), .at(20, .set(1), .set(2)),
    ]
    for contender in [Contender<Int, Int>.bindable, .behaviorSubject, .bridge, .subjectAsBindable] {
      let recording = try await Scenario(0, actions).run(contender)
      #expect(recording.entries.map(\.subscriber) == ["a", "b", "a", "b", "a", "b"], "\(contender)")
    }
  }

  @Test("a disposed subscriber receives nothing more, unlike the others")
  func disposeInTheMiddle() async throws {
    try await expect(
      [
        .at(10, .subscribe("view"), .subscribe("other")), .at(20, .set(1)), .at(30, .dispose("view")), .at(40, .set(2)),
      ],
      deliver: ["view": [.next(10, 0), .next(20, 1)], "other": [.next(10, 0), .next(20, 1), .next(40, 2)]])
  }

  @Test("a subscriber that disposes inside its callback receives nothing more")
  func disposeInsideTheCallback() async throws {
    try await expect(
      [
        .at(10, .subscribe("view")), .when("view", gets: 1, .dispose("view"), .set(2)), .at(20, .set(1)),
        .at(30, .set(3)),
      ],
      deliver: ["view": [.next(10, 0), .next(20, 1)]])
  }

  @Test("a subscriber whose owner was deallocated receives nothing more")
  func killedOwner() async throws {
    try await expect(
      [
        .at(10, .subscribe("view"), .subscribe("other")), .at(20, .set(1)), .at(30, .releaseOwner("view")),
        .at(40, .set(2)),
      ],
      deliver: ["view": [.next(10, 0), .next(20, 1)], "other": [.next(10, 0), .next(20, 1), .next(40, 2)]])
  }

  @Test("a subscriber whose owner is deallocated inside another callback receives nothing more")
  func ownerKilledByAnother() async throws {
    try await expect(
      [
        .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .releaseOwner("second")),
        .at(20, .set(1)),
      ],
      deliver: ["first": [.next(10, 0), .next(20, 1)], "second": [.next(10, 0)]])
  }

  @Test("a subscriber added inside another subscriber's callback receives the current value once")
  func subscribeInsideTheCallback() async throws {
    try await expect(
      [
        .at(10, .subscribe("view")), .when("view", gets: 1, .subscribe("inner")), .at(20, .set(1)), .at(30, .set(2)),
      ],
      deliver: ["view": [.next(10, 0), .next(20, 1), .next(30, 2)], "inner": [.next(20, 1), .next(30, 2)]],
      ignoring: .order)
  }

  @Test("a value set inside a callback is current immediately, and is delivered to all after the first")
  func reentrantSet() async throws {
    let actions: [Scenario<Int, Int>.Action] = [
      .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .set(2), .read("value")),
      .at(20, .set(1)),
    ]
    let events: Events = [.next(10, 0), .next(20, 1), .next(20, 2)]
    try await expect(
      actions, on: [.bindable, .behaviorSubject, .bridge],
      deliver: ["first": events, "second": events, "value": [.next(20, 2)]])
    let delivered = try await Scenario(0, actions).run(.bindable).entries.filter {
      $0.subscriber != "value" && $0.time == 20
    }
    #expect(
      delivered.map { "\($0.subscriber) \($0.event)" } == [
        "first next(1)", "second next(1)", "first next(2)", "second next(2)",
      ])
  }

  @Test("values set inside the replay are delivered after it")
  func reentrantSetInReplay() async throws {
    let actions: [Scenario<Int, Int>.Action] = [
      .at(10, .subscribe("view")), .when("view", gets: 0, .set(1), .set(2), .read("value")), .at(20, .set(3)),
    ]
    try await expect(
      actions, on: [.bindable, .behaviorSubject, .bridge],
      deliver: ["view": [.next(10, 0), .next(10, 1), .next(10, 2), .next(20, 3)], "value": [.next(10, 2)]])
    let delivered = try await Scenario(0, actions).run(.behaviorSubject).entries.map(\.subscriber)
    #expect(delivered == ["view", "value", "view", "view", "view"])
  }

  @Test("values set on alternating queues are delivered in order, on the setting queue")
  func twoQueues() async throws {
    let (one, two) = (DispatchQueue(label: "one"), DispatchQueue(label: "two"))
    let actions: [Scenario<Int, Int>.Action] = [
      .at(10, .subscribe("view")), .at(20, .set(1), from: one), .at(30, .set(2), from: two),
      .at(40, .set(3), from: one),
      .at(50, .set(4)),
    ]
    try await expect(
      actions, deliver: ["view": [.next(10, 0), .next(20, 1), .next(30, 2), .next(40, 3), .next(50, 4)]])
    let contexts = try await Scenario(0, actions).run(.bindable).entries.map(\.context)
    #expect(contexts == [.scenario, .queue("one"), .queue("two"), .queue("one"), .scenario])
  }

  @Test("equal values are also delivered")
  func equalValues() async throws {
    try await expect(
      [.at(10, .subscribe("view")), .at(20, .set(0)), .at(30, .set(1)), .at(40, .set(1))],
      deliver: ["view": [.next(10, 0), .next(20, 0), .next(30, 1), .next(40, 1)]])
  }

  @Test("equal values are skipped on request")
  func distinct() async throws {
    try await expect(
      [.at(10, .subscribe("view")), .at(20, .set(0)), .at(30, .set(1)), .at(40, .set(1)), .at(50, .set(0))],
      on: [
        .bindable("Bindable, distinct") { $0.distinct() },
        .rx("distinctUntilChanged") { source in source.distinctUntilChanged() },
        .bridge("Bridge, distinct") { source in source.distinctUntilChanged() },
      ],
      deliver: ["view": [.next(10, 0), .next(30, 1), .next(50, 0)]])
  }

  @Test("debounced, a subject and a Bindable as an observable deliver the same at the same time")
  func debounced() async throws {
    try await expect(
      [.at(10, .subscribe("view")), .at(60, .set(1)), .at(70, .set(2)), .at(90, .set(3)), .at(200, .set(4))],
      on: [
        .rx("Rx") { source, scheduler in source.debounce(.milliseconds(30), scheduler: scheduler) },
        .bridge("Bridge") { source, scheduler in source.debounce(.milliseconds(30), scheduler: scheduler) },
      ],
      deliver: ["view": [.next(40, 0), .next(120, 3), .next(230, 4)]])
  }

  @Test("a subscriber disposed by the one before it is no longer called")
  func firstDisposesSecond() async throws {
    try await expect(
      [
        .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .dispose("second")),
        .at(20, .set(1)), .at(30, .set(2)),
      ],
      deliver: ["first": [.next(10, 0), .next(20, 1), .next(30, 2)], "second": [.next(10, 0)]])
  }

  @Test("a value set without subscribers reaches the next subscriber")
  func setWithoutObservers() async throws {
    try await expect(
      [
        .at(10, .subscribe("view")), .at(20, .dispose("view")), .at(30, .set(1)), .at(40, .set(2)),
        .at(50, .subscribe("view")),
      ],
      deliver: ["view": [.next(10, 0), .next(50, 2)]])
  }

  @Test("a subscriber with a queue receives everything there, in order")
  func onAQueue() async throws {
    let queue = DispatchQueue(label: "own")
    let actions: [Scenario<Int, Int>.Action] = [
      .at(10, .subscribe("view", on: queue)), .at(20, .set(1), .set(2), .set(3)), .at(30, .set(4)),
    ]
    let events: Events = [.next(10, 0), .next(20, 1), .next(20, 2), .next(20, 3), .next(30, 4)]
    try await expect(actions, deliver: ["view": events])
    let contexts = try await Scenario(0, actions).run(.behaviorSubject).entries.map(\.context)
    #expect(contexts == Array(repeating: .queue("own"), count: 5))
  }

  @Test("a subscriber with a concurrent queue receives everything in order")
  func onAConcurrentQueue() async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let values = Array(1...200)
    try await expect(
      [.at(10, .subscribe("view", on: queue))] + values.map { .at(20, .set($0)) },
      deliver: ["view": [.next(10, 0)] + values.map { .next(20, $0) }])
  }

  @Test("a subscriber on a busy queue receives everything when the queue is free")
  func onABusyQueue() async throws {
    let queue = DispatchQueue(label: "busy")
    try await expect(
      [
        .at(10, .subscribe("view", on: queue)), .busy(queue, from: 20, until: 50), .at(30, .set(1)), .at(40, .set(2)),
        .at(60, .set(3)),
      ],
      deliver: ["view": [.next(10, 0), .next(50, 1), .next(50, 2), .next(60, 3)]])
  }

  @Test("values pending for a busy queue are not delivered after disposal")
  func disposeWhileBusy() async throws {
    let queue = DispatchQueue(label: "busy")
    try await expect(
      [
        .at(10, .subscribe("view", on: queue)), .busy(queue, from: 20, until: 50), .at(30, .set(1)),
        .at(40, .dispose("view")),
      ],
      deliver: ["view": [.next(10, 0)]])
  }

  @Test("random scripts of assignments, subscriptions, disposals, deallocations and reactions", arguments: 0..<100)
  func randomScripts(seed: Int) async throws {
    let script = RandomScript(seed: seed, nests: false)
    let comparison = try await Scenario(0, script.actions).compare(.bindable, .behaviorSubject, .bridge)
    #expect(comparison.isEquivalent)
  }

  @Test("random scripts with subscriptions inside callbacks, apart from the order of their replay", arguments: 0..<100)
  func randomNestedScripts(seed: Int) async throws {
    let script = RandomScript(seed: seed, nests: true)
    let comparison = try await Scenario(0, script.actions).compare(.bindable, .behaviorSubject, .bridge)
    #expect(comparison.differences(ignoring: .order).isEmpty)
  }
}
