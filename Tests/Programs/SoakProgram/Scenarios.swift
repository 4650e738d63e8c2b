import RxComparison
import TestSupport

/// Runs a random scenario. A Bindable, a subject and both bridges must deliver the same events in the same order.
func runScenario(seed: Int) async throws {
  var dice = SplitMix64(seed: seed)
  let names = ["a", "b", "c"]
  var actions: [Scenario<Int, Int>.Action] = [.at(1, .subscribe("a"), .subscribe("b"), .subscribe("c"))]
  for name in names {
    actions.append(.when(name, gets: .random(in: 1...5, using: &dice), randomStep(names, &dice)))
  }
  for time in 2...Int.random(in: 4...30, using: &dice) { actions.append(.at(time, randomStep(names, &dice))) }
  let comparison = try await Scenario(0, actions).compare(.bindable, .behaviorSubject, .bridge, .subjectAsBindable)
  if !comparison.differences(ignoring: [.time, .queue]).isEmpty { throw Failure(comparison.text()) }
}

private func randomStep(_ names: [String], _ dice: inout SplitMix64) -> Scenario<Int, Int>.Step {
  let name = names.randomElement(using: &dice) ?? "a"
  switch Int.random(in: 0..<9, using: &dice) {
  case 0..<7: return .set(.random(in: 1...5, using: &dice))
  case 7: return .dispose(name)
  default: return .releaseOwner(name)
  }
}
