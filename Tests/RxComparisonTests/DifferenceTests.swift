import BindableKit
import Dispatch
import RxComparison
import RxCore
import RxTesting
import TestSupport
import Testing

@Suite("Scenarios in which Bindable and the Rx core differ by design")
struct DifferenceTests {
  private typealias Actions = [Scenario<Int, Int>.Action]

  private func compare(_ actions: Actions, _ contenders: Contender<Int, Int>...) async throws -> Comparison<Int> {
    try await Scenario(0, actions).compare(contenders)
  }

  private func sentences(
    _ comparison: Comparison<Int>, ignoring aspects: ComparedAspects = []
  ) -> [String] {
    comparison.differences(ignoring: aspects).map { "\($0)" }
  }

  @Test("the article's example has the output shown there")
  func article() async throws {
    let scenario = Scenario(
      0,
      [
        .at(10, .subscribe("view")),
        .at(20, .set(1)),
        .at(30, .complete),
      ])
    let comparison = try await scenario.compare(.bindable, .behaviorSubject)
    #expect(
      "\(comparison)" == """
        view, Bindable         ----------0---------1----------
        view, BehaviorSubject  ----------0---------1---------|
        ticks                  0         10        20        30

        Bindable and BehaviorSubject differ:
          BehaviorSubject delivers completed to "view" at tick 30, Bindable does not.
          Bindable cannot complete at tick 30, because a Bindable has no terminal events; BehaviorSubject can.

        """)
    #expect(comparison.differences(ignoring: [.ends, .refusals]).isEmpty)
  }

  @Test("a difference between values that read alike says so")
  func readsAlike() {
    struct Rounded: Equatable, CustomStringConvertible {
      let value: Double
      var description: String { "\(Int(value))" }
    }
    let recordings = [1.25, 1.5].map { value in
      Recording("of \(value)", entries: [.init("view", .next(10, Rounded(value: value)), order: 0)])
    }
    #expect(
      Comparison(recordings).differences().map { "\($0)" } == [
        "of 1.25 delivers next(1) to \"view\" at tick 10, of 1.5 delivers next(1), which reads the same but is not equal."
      ])
  }

  // MARK: - Replay

  @Test("a PublishSubject has no value to replay")
  func replay() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view")), .at(20, .set(1)), .at(30, .read("value"))], .bindable, .publishSubject)
    #expect(
      sentences(comparison) == [
        "Bindable delivers next(0) to \"view\" at tick 10, PublishSubject does not.",
        "Bindable delivers next(1) to \"value\" at tick 30, PublishSubject does not.",
        "PublishSubject cannot read(\"value\") at tick 30, because a PublishSubject holds no value; Bindable can.",
      ])
    let changes = try await compare([.at(10, .subscribe("view")), .at(20, .set(1))], .bindable, .publishSubject)
    #expect(changes.differences(ignoring: .replay).isEmpty)
  }

  // MARK: - Re-entrancy

  @Test(
    "a subscriber added inside a callback gets its replay immediately, with Bindable as with a subject"
  )
  func nestedReplay() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("first"), .subscribe("second")), .when("first", gets: 1, .subscribe("inner")),
        .at(20, .set(1)),
      ],
      .bindable, .behaviorSubject, .bridge)
    #expect(sentences(comparison) == [])
  }

  @Test("disposal inside the replay works immediately with Bindable; in Rx there is nothing to dispose yet")
  func disposeInReplay() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view")), .when("view", gets: 0, .dispose("view"), .set(1)), .at(20, .set(2))],
      .bindable, .behaviorSubject, .bridge, .subjectAsBindable)
    #expect(
      sentences(comparison) == [
        "BehaviorSubject delivers next(1) to \"view\" at tick 10, Bindable does not.",
        "Bridge delivers next(1) to \"view\" at tick 10, Bindable does not.",
      ])
  }

  // MARK: - Coalescing

  @Test("with .latest a busy queue receives only the newest value; Rx delivers every one")
  func latest() async throws {
    let queue = DispatchQueue(label: "busy")
    let comparison = try await compare(
      [
        .at(10, .subscribe("view", on: queue)), .busy(queue, from: 20, until: 50), .at(30, .set(1)), .at(40, .set(2)),
        .at(60, .set(3)),
      ],
      .bindable("latest", policy: .latest), .bindable("every"), .behaviorSubject,
      .subjectAsBindable("bridged", policy: .latest))
    #expect(comparison.recordings[0].events(of: "view") == [.next(10, 0), .next(50, 2), .next(60, 3)])
    #expect(
      sentences(comparison) == [
        "every delivers next(1) to \"view\" at tick 50, latest does not.",
        "BehaviorSubject delivers next(1) to \"view\" at tick 50, latest does not.",
      ])
  }

  @Test("@Observable first delivers the current value, then only the last of several consecutive assignments")
  func lastOfSeveralSets() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("view"), from: .main), .at(20, .set(1), from: .main),
        .at(30, .set(2), .set(3), from: .main), .at(40, .complete), .at(50, .dispose("view"), from: .main),
        .at(60, .set(4), from: .main),
      ],
      .bindable, .observations, .observable)
    for recording in comparison.recordings.dropFirst() {
      #expect(recording.events(of: "view") == [.next(10, 0), .next(20, 1), .next(30, 3)])
      #expect(recording.refusals == [.init(time: 40, step: "complete", reason: "a model has no terminal events")])
    }
    #expect(
      sentences(comparison) == [
        "Bindable delivers next(2) to \"view\" at tick 30, Observations does not.",
        "Bindable delivers next(2) to \"view\" at tick 30, @Observable does not.",
      ])
  }

  // MARK: - Terminal events

  @Test("a subject has terminal events; a Bindable has none")
  func completion() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view")), .at(20, .complete), .at(30, .set(1)), .at(40, .subscribe("late"))],
      .bindable, .behaviorSubject)
    #expect(
      sentences(comparison) == [
        "BehaviorSubject delivers completed to \"view\" at tick 20, Bindable does not.",
        "Bindable delivers next(1) to \"view\" at tick 30, BehaviorSubject does not.",
        "Bindable delivers next(1) to \"late\" at tick 40, BehaviorSubject delivers completed.",
        "Bindable cannot complete at tick 20, because a Bindable has no terminal events; BehaviorSubject can.",
      ])
  }

  @Test(
    "a subject fails, and its value with it; a Bindable cannot fail, and one that is bound to a subject keeps its value"
  )
  func failure() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view")), .at(20, .set(1)), .at(30, .fail(TestError.one)), .at(40, .read("value"))],
      .subjectAsBindable, .behaviorSubject, .bindable)
    #expect(
      sentences(comparison) == [
        "BehaviorSubject delivers error(one) to \"view\" at tick 30, Subject as Bindable does not.",
        "Subject as Bindable delivers next(1) to \"value\" at tick 40, BehaviorSubject does not.",
        "BehaviorSubject cannot read(\"value\") at tick 40, because one; Subject as Bindable can.",
        "Bindable cannot fail(one) at tick 30, because a Bindable has no terminal events; Subject as Bindable can.",
      ])
  }

  // MARK: - Lifetime

  @Test("when the source is released, a Bindable as an observable completes; a subject remains with its observable")
  func lifetime() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view")), .at(20, .set(1)), .at(30, .releaseSource), .at(40, .subscribe("late"))],
      .bridge, .behaviorSubject, .bindable)
    #expect(
      sentences(comparison) == [
        "Bridge delivers completed to \"view\" at tick 30, BehaviorSubject does not.",
        "Bridge delivers completed to \"late\" at tick 40, BehaviorSubject delivers next(1).",
        "Bridge delivers completed to \"view\" at tick 30, Bindable does not.",
        "Bridge delivers completed to \"late\" at tick 40, Bindable does not.",
        "Bindable cannot subscribe(\"late\") at tick 40, because the source was released; Bridge can.",
      ])
  }

  // MARK: - Threads

  @Test("a Bindable with a queue calls all observers there; a subject calls them on the emitting thread")
  func queueOfTheSource() async throws {
    let queue = DispatchQueue(label: "own")
    let comparison = try await compare(
      [.at(10, .subscribe("view")), .at(20, .set(1))],
      .bindable("Bindable", queue: queue), .behaviorSubject)
    #expect(
      sentences(comparison) == [
        "Bindable delivers next(0) to \"view\" at tick 10 on the queue own, BehaviorSubject on the scenario's thread.",
        "Bindable delivers next(1) to \"view\" at tick 20 on the queue own, BehaviorSubject on the scenario's thread.",
      ])
    #expect(comparison.differences(ignoring: .queue).isEmpty)
  }

  @Test("a value set on the observer's own queue is delivered before the setter returns by Bindable, later by Rx")
  func inline() async throws {
    let queue = DispatchQueue(label: "own")
    let comparison = try await compare(
      [.at(10, .subscribe("queued", on: queue), .subscribe("direct")), .at(20, .set(1), from: queue)],
      .bindable, .behaviorSubject)
    #expect(
      sentences(comparison) == [
        "Bindable delivers next(1) to \"queued\" at tick 20 before next(1) to \"direct\", BehaviorSubject after it."
      ])
  }
}
