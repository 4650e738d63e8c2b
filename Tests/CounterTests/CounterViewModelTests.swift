import Dispatch
import RxComparison
import RxCore
import RxTesting
import Testing

@testable import Counter

/// The three view models look the same to a view.
@Suite struct CounterViewModelTests {
  /// Interprets a value of a scenario as a step by that amount, and zero as a reset.
  private final class Driver: ContenderDriver {
    private let style: CounterStyle
    private let viewModel: any CounterViewModel

    init(_ style: CounterStyle) {
      self.style = style
      viewModel = DispatchQueue.main.sync { MainActor.assumeIsolated { style.makeViewModel() } }
    }

    func set(_ value: Int) throws {
      MainActor.assumeIsolated { viewModel.perform(value == 0 ? .reset : .step(value)) }
    }

    func subscribe(_ subscriber: ScenarioSubscriber<Int>, owner: ScenarioOwner) throws {
      MainActor.assumeIsolated {
        viewModel.observeCount(with: owner) { _, count in subscriber.receive(.next(count)) }
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
        .at(30, .subscribe("late"), from: .main), .at(40, .set(0), .set(0), from: .main),
        .when("late", gets: 7, .set(3)), .at(50, .set(7), from: .main), .at(60, .releaseOwner("view"), from: .main),
        .at(70, .set(.max), .set(1), from: .main),
      ])
    let comparison = try await scenario.compare(Self.contenders)
    try comparison.expectEquivalent()
    let counts = comparison.recording(of: "rx")?.events(of: "late").compactMap(\.value.element)
    #expect(counts == [-3, 0, 0, 7, 10, 10, 11])
  }
}
