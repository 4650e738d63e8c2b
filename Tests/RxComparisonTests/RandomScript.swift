import RxComparison
import TestSupport

/// Random actions generated from a seed.
struct RandomScript {
  let actions: [Scenario<Int, Int>.Action]

  /// - Parameter nests: whether subscribers subscribe others inside their callbacks.
  init(seed: Int, nests: Bool) {
    var dice = SplitMix64(seed: seed)
    let names = ["a", "b", "c"]
    var actions: [Scenario<Int, Int>.Action] = [.at(1, .subscribe("a"), .subscribe("b"), .subscribe("c"))]
    for reaction in 0..<3 {
      let value = Int.random(in: 1...5, using: &dice)
      let name = names[reaction]
      actions.append(.when(name, gets: value, Self.step(names, nests ? 9 : 8, &dice)))
    }
    for time in 2...Int.random(in: 4...20, using: &dice) {
      actions.append(.at(time, Self.step(names, 9, &dice)))
    }
    self.actions = actions
  }

  private static func step(_ names: [String], _ last: Int, _ dice: inout SplitMix64) -> Scenario<Int, Int>.Step {
    let name = names.randomElement(using: &dice) ?? "a"
    switch Int.random(in: 0...last, using: &dice) {
    case 0...6: return .set(.random(in: 1...5, using: &dice))
    case 7: return .dispose(name)
    case 8: return .releaseOwner(name)
    default: return .subscribe(name)
    }
  }
}
