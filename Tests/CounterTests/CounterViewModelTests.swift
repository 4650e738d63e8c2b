import Dispatch
import RxComparison
import RxCore
import RxTesting
import Testing

@testable import Counter

/// The three counters look the same to their views.
@Suite struct CounterViewModelTests {
  /// Interprets a value of a scenario as a step by that amount, and zero as a reset.
  private final class Driver: ContenderDriver {
    private let counter: StyledCounter

    init(_ style: CounterStyle) { counter = style.makeCounter() }

    func set(_ value: Int) { counter.perform(value == 0 ? .reset : .step(value)) }

    func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) {
      MainActor.assumeIsolated {
        let view = counter.makeView { count in subscriber.receive(.next(count)) }
        owner.keep(Disposables.create { withExtendedLifetime(view) {} })
      }
    }
  }

  private static let contenders = CounterStyle.allCases.map { style in
    Contender<Int, Int>.viewModel(style.rawValue, queues: [.main]) { Driver(style) }
  }

  @Test("all deliver the same counts to the same views, in the same order and on the same queue")
  func equivalent() async throws {
    let scenario = Scenario<Int, Int>(
      [
        .at(10, .subscribe("view"), from: .main), .at(20, .set(1), .set(1), .set(-5), from: .main),
        .at(30, .subscribe("late"), from: .main), .at(40, .set(0), .set(0)), .when("late", gets: 7, .set(3)),
        .at(50, .set(7), from: .main), .at(60, .releaseOwner("view"), from: .main), .at(70, .set(1)),
      ])
    let comparison = try await scenario.compare(Self.contenders)
    try comparison.expectEquivalent()
    let counts = comparison.recording(of: "rx")?.events(of: "late").compactMap(\.value.element)
    #expect(counts == [-3, 0, 0, 7, 10, 11])
  }
}
