import BindableKit
import Dispatch
import Foundation
import RxCore
import RxTesting
import TestSupport
import Testing

@testable import Compare

/// One scheduler moves the time of both searches: of one whose pause is a task, and of one whose pause is an operator.
@MainActor @Suite("The Bindable and the Rx search")
struct SearchPairTests {
  /// `REPEATS=1000` repeats the test as often.
  nonisolated private static let repeats = ProcessInfo.processInfo.environment["REPEATS"].flatMap { Int($0) } ?? 5

  private struct Shown: Equatable {
    let results: [String]
    let time: Int
  }

  private static func check(_ seed: Int) async {
    var random = SplitMix64(seed: seed)
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001, simulateProcessingDelay: false)
    let clock = scheduler.virtualClock
    let bindable = BindableSearch(clock: clock) { query in
      try? await clock.sleep(for: .milliseconds(500))
      return [query]
    }
    let rx = RxSearch(scheduler: scheduler) { query in
      Single<Int>.timer(.milliseconds(500), scheduler: scheduler).map { _ in [query] }
    }
    var (shownByBindable, shownByRx): ([Shown], [Shown]) = ([], [])
    let views = (
      BindableSearchView(bindable.results) { results in
        // A Bindable first shows its current value. An observable has none.
        if !results.isEmpty { shownByBindable.append(Shown(results: results, time: scheduler.clock)) }
      },
      RxSearchView(rx.results, show: { shownByRx.append(Shown(results: $0, time: scheduler.clock)) }, end: {})
    )
    var expected: [Shown] = []
    var (typed, gap) = (0, 0)
    for number in 0..<8 {
      // Within the pause, or early in the lookup, or after it. The searches differ by design if the next lookup begins
      // after this one's answer.
      gap = (300..<500).contains(gap) || Bool.random(using: &random) ? 801 : Int.random(in: 1..<500, using: &random)
      if gap > 800, number > 0 { expected.append(Shown(results: ["\(number - 1)"], time: typed + 800)) }
      await scheduler.advance(by: .milliseconds(gap))
      #expect(shownByBindable == expected && shownByRx == expected, "seed \(seed)")
      bindable.query.value = "\(number)"
      rx.query.onNext("\(number)")
      typed = scheduler.clock
    }
    await scheduler.run()
    expected.append(Shown(results: ["7"], time: typed + 800))
    #expect(shownByBindable == expected && shownByRx == expected, "seed \(seed)")
    withExtendedLifetime((views, bindable, rx)) {}
  }

  @Test("show the same at the same times")
  func pair() async {
    for seed in 0..<Self.repeats { await Self.check(seed) }
  }
}
