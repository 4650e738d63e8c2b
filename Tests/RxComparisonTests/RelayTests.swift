import Dispatch
import RxComparison
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Scenarios with relays")
struct RelayTests {
  private typealias Actions = [Scenario<Int, Int>.Action]

  private func compare(_ actions: Actions, _ contenders: Contender<Int, Int>...) async throws -> Comparison<Int> {
    try await Scenario(0, actions).compare(contenders)
  }

  private func sentences(_ comparison: Comparison<Int>) -> [String] { comparison.differences().map { "\($0)" } }

  @Test("a BehaviorRelay replays, and delivers re-entrant values after the current one, like a BehaviorSubject")
  func behaviorRelay() async throws {
    let actions: Actions = [
      .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .set(2), .read("value")),
      .at(20, .set(1)), .at(30, .subscribe("late")), .at(40, .dispose("first")), .at(50, .releaseOwner("second")),
      .at(60, .set(3)),
    ]
    let comparison = try await compare(actions, .bindable, .behaviorSubject, .behaviorRelay)
    #expect(comparison.isEquivalent)
    let recording = comparison.recordings[2]
    #expect(recording.events(of: "second") == [.next(10, 0), .next(20, 1), .next(20, 2)])
    #expect(recording.events(of: "late") == [.next(30, 2), .next(60, 3)])
    #expect(recording.events(of: "value") == [.next(20, 2)])
  }

  @Test("a PublishRelay delivers only elements after the subscription, like a PublishSubject")
  func publishRelay() async throws {
    let queue = DispatchQueue(label: "own")
    let actions: Actions = [
      .at(10, .subscribe("view"), .subscribe("queued", on: queue)), .at(20, .set(1)), .at(30, .subscribe("late")),
      .at(40, .set(2)),
    ]
    let comparison = try await compare(actions, .publishSubject, .publishRelay)
    #expect(comparison.isEquivalent)
    #expect(comparison.recordings[1].events(of: "late") == [.next(40, 2)])
    #expect(try await compare(actions, .bindable, .publishRelay).differences(ignoring: .replay).isEmpty)
  }

  @Test("random scripts deliver the same on a relay as on the subject that it wraps", arguments: 0..<50)
  func randomScripts(seed: Int) async throws {
    let script = RandomScript(seed: seed, nests: true)
    #expect(try await Scenario(0, script.actions).compare(.behaviorSubject, .behaviorRelay).isEquivalent)
    #expect(try await Scenario(0, script.actions).compare(.publishSubject, .publishRelay).isEquivalent)
  }

  @Test("like a Bindable, a relay has no terminal events")
  func terminalEvents() async throws {
    let actions: Actions = [
      .at(10, .subscribe("view")), .at(20, .complete), .at(30, .fail(TestError.one)), .at(40, .set(1)),
      .at(50, .subscribe("late")),
    ]
    #expect(
      sentences(try await compare(actions, .behaviorRelay, .behaviorSubject)) == [
        "BehaviorSubject delivers completed to \"view\" at tick 20, BehaviorRelay does not.",
        "BehaviorRelay delivers next(1) to \"view\" at tick 40, BehaviorSubject does not.",
        "BehaviorRelay delivers next(1) to \"late\" at tick 50, BehaviorSubject delivers completed.",
        "BehaviorRelay cannot complete at tick 20, because a relay has no terminal events; BehaviorSubject can.",
        "BehaviorRelay cannot fail(one) at tick 30, because a relay has no terminal events; BehaviorSubject can.",
      ])
    #expect(try await compare(actions, .bindable, .behaviorRelay).isEquivalent)
    #expect(
      try await Scenario(0, actions).run(.publishRelay).refusals.map(\.reason)
        == Array(repeating: "a relay has no terminal events", count: 2))
  }

  @Test("a PublishRelay holds no value")
  func read() async throws {
    let comparison = try await compare([.at(10, .read("value"))], .behaviorRelay, .publishRelay)
    #expect(
      sentences(comparison) == [
        "BehaviorRelay delivers next(0) to \"value\" at tick 10, PublishRelay does not.",
        "PublishRelay cannot read(\"value\") at tick 10, because a PublishRelay holds no value; BehaviorRelay can.",
      ])
  }

  @Test("a released relay does not complete its observable, which keeps the last value")
  func lifetime() async throws {
    let actions: Actions = [
      .at(10, .subscribe("view")), .at(20, .set(1)), .at(30, .releaseSource), .at(40, .subscribe("late")),
      .at(50, .set(2)), .at(60, .read("value")),
    ]
    let recording = try await Scenario(0, actions).run(.behaviorRelay)
    #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1)])
    #expect(recording.events(of: "late") == [.next(40, 1)])
    #expect(recording.refusals.map(\.reason) == Array(repeating: "the source was released", count: 2))
  }
}
