import Dispatch
import RxComparison
import RxTesting
import Testing

@Suite("Scenarios with an @Observable model")
struct ObservableTests {
  private typealias Actions = [Scenario<Int, Int>.Action]

  /// Compares a Bindable, a subject, a bridge and an `@Observable` model.
  private func compare(_ actions: Actions) async throws -> Comparison<Int> {
    try await Scenario(0, actions).compare(.bindable, .behaviorSubject, .bridge, .observable)
  }

  private func sentences(_ comparison: Comparison<Int>) -> [String] { comparison.differences().map { "\($0)" } }

  @Test("on the main actor, with a pause after each change, all four do the same")
  func agreement() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("view"), .subscribe("other"), from: .main), .at(20, .set(1), from: .main),
        .at(30, .subscribe("late"), from: .main), .at(40, .set(2), from: .main), .at(50, .dispose("view"), from: .main),
        .at(60, .set(3), .read("value"), from: .main), .at(70, .releaseOwner("other"), from: .main),
        .at(80, .set(4), from: .main),
      ])
    #expect(comparison.differences(ignoring: .order).isEmpty)
    #expect(comparison.recordings[3].events(of: "late") == [.next(30, 1), .next(40, 2), .next(60, 3), .next(80, 4)])
  }

  @Test("Observations deliver the same values as tracking")
  func observations() async throws {
    let actions: Actions = [
      .at(10, .subscribe("view"), from: .main), .at(20, .set(1), .set(2), from: .main),
      .at(30, .set(2), from: .main), .at(40, .set(3), .set(2), from: .main), .at(50, .releaseOwner("view")),
      .at(60, .set(5), .read("value"), from: .main),
    ]
    let comparison = try await Scenario(0, actions).compare(.observable, .observations)
    #expect(comparison.isEquivalent)
    #expect(comparison.recordings[1].events(of: "view") == [.next(10, 0), .next(20, 2), .next(40, 2)])
  }

  @Test("an equal value is a change for a Bindable and a subject, but not for @Observable")
  func equalValues() async throws {
    let comparison = try await compare([.at(10, .subscribe("view"), from: .main), .at(20, .set(0), from: .main)])
    #expect(sentences(comparison) == ["Bindable delivers next(0) to \"view\" at tick 20, @Observable does not."])
  }

  @Test("the setter returns before a subscriber has the value; the other three deliver inside the setter")
  func delivery() async throws {
    let comparison = try await compare(
      [.at(10, .subscribe("view"), from: .main), .at(20, .set(1), .read("value"), from: .main)])
    #expect(
      sentences(comparison) == [
        "Bindable delivers next(1) to \"view\" at tick 20 before next(1) to \"value\", @Observable after it."
      ])
  }

  @Test("a value set inside a callback hides the previous value from subscribers that are called later")
  func nestedSet() async throws {
    let comparison = try await compare(
      [
        .at(10, .subscribe("first"), .subscribe("second"), from: .main), .when("first", gets: 1, .set(2)),
        .at(20, .set(1), from: .main),
      ])
    let observable = comparison.recordings[3]
    let second = observable.events(of: "second"), first = observable.events(of: "first")
    // Registrations have no order, so either subscriber may read first.
    #expect(first == [.next(10, 0), .next(20, 1), .next(20, 2)])
    #expect(second == [.next(10, 0), .next(20, 2)] || second == first)
    #expect(comparison.recordings[0].events(of: "second") == [.next(10, 0), .next(20, 1), .next(20, 2)])
  }

  @Test("a model of the main actor is set, read and subscribed to there only")
  func isolation() async throws {
    let queue = DispatchQueue(label: "worker")
    let comparison = try await compare(
      [
        .at(10, .subscribe("view"), from: .main), .at(20, .set(1)), .at(30, .set(2), from: queue),
        .at(40, .set(3), from: .main),
      ])
    #expect(comparison.recordings[3].events(of: "view") == [.next(10, 0), .next(40, 3)])
    #expect(
      comparison.recordings[3].refusals == [
        .init(time: 20, step: "set(1)", reason: "the model belongs to the main actor"),
        .init(time: 30, step: "set(2)", reason: "the model belongs to the main actor"),
      ])
  }

  @Test("a subscriber with a queue is called there, with the value that the main queue has read")
  func queue() async throws {
    let queue = DispatchQueue(label: "drawing")
    let comparison = try await compare(
      [
        .at(10, .subscribe("view", on: queue), from: .main), .at(20, .set(1), from: .main),
        .at(30, .dispose("view"), from: .main), .at(40, .set(2), from: .main),
      ])
    #expect(comparison.isEquivalent)
    #expect(comparison.recordings[3].entries.allSatisfy { $0.context == .queue("drawing") })
  }

  @Test("a model that is released can no longer be set or subscribed to; its subscribers keep it")
  func release() async throws {
    let recording = try await Scenario(
      0,
      [
        .at(10, .subscribe("view"), from: .main), .at(20, .releaseSource), .at(30, .set(1), from: .main),
        .at(40, .subscribe("late"), from: .main),
      ]
    ).run(.observable)
    #expect(recording.events(of: "view") == [.next(10, 0)])
    #expect(recording.refusals.map(\.reason) == ["the source was released", "the source was released"])
  }
}
