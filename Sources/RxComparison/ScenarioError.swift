import Dispatch

/// A mistake in a scenario or a contender: what is wrong, where, and what to do.
///
///     The scenario has a step for "veiw", a name that no step subscribes, in action 2:
///       .at(20, .dispose("veiw"))
///     The names are "view": write one of them, or add .subscribe("veiw").
///
/// ``Scenario/compare(_:)-([Contender<Input,Output>])`` and ``Scenario/run(_:)`` throw this error before anything runs.
public struct ScenarioError: Error, Hashable, Sendable {
  /// The index of the wrong action in ``Scenario/actions``; `nil` if the mistake is in a contender.
  public let action: Int?

  /// The name of the wrong contender; `nil` if the mistake is in the scenario.
  public let contender: String?

  /// The mistake, as a noun phrase that completes "The scenario has …" or "The contender … has …".
  public let problem: String

  /// How to correct the mistake, as a sentence.
  public let advice: String

  /// The action, as written in the scenario.
  private let text: String?
}

extension ScenarioError: CustomStringConvertible {
  /// The mistake, the action or the contender that contains it, and the advice.
  public var description: String {
    guard let action, let text else { return "The contender \(contender ?? "") has \(problem).\n\(advice)" }
    return "The scenario has \(problem), in action \(action + 1):\n  \(text)\n\(advice)"
  }
}

extension ScenarioError {
  init<Input, Output>(_ problem: String, in action: Int, of scenario: Scenario<Input, Output>, advice: String) {
    self.init(
      action: action, contender: nil, problem: problem, advice: advice, text: "\(scenario.actions[action].text)")
  }

  init(_ problem: String, inContender name: String, advice: String) {
    self.init(action: nil, contender: name, problem: problem, advice: advice, text: nil)
  }

  /// A contender that needs an initial value, in a scenario without one.
  static func noInitialValue(for contender: String) -> ScenarioError {
    ScenarioError(
      "no initial value", inContender: contender,
      advice: "Give the scenario one, as in Scenario(0, [...]), or make the contender with .viewModel.")
  }
}

extension Scenario {
  /// Throws an error for the first mistake in the scenario or in a contender.
  func validate(for contenders: [Contender<Input, Output>]) throws(ScenarioError) {
    for index in actions.indices {
      try checkNames(in: index)
      try checkTimesAndQueues(in: index)
    }
    for contender in contenders {
      for queue in contender.queues where QueueIdentity.of(queue).isGlobal {
        throw ScenarioError(
          "the global queue \(queue.label), for which a run cannot wait", inContender: contender.name,
          advice: "Use a queue of your own: DispatchQueue(label: \"...\").")
      }
      if case .value = contender.factory, initial == nil { throw .noInitialValue(for: contender.name) }
    }
  }

  private func checkNames(in index: Int) throws(ScenarioError) {
    let action = actions[index]
    let names = Set(actions.flatMap(\.steps).compactMap(\.subscribedName))
    func check(_ name: String, _ user: String) throws(ScenarioError) {
      if names.contains(name) { return }
      let others = names.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      throw problem(
        "a \(user) \"\(name)\", a name that no step subscribes", index,
        names.isEmpty
          ? "Add .subscribe(\"\(name)\")."
          : "The names are \(others): write one of them, or add .subscribe(\"\(name)\").")
    }
    if let name = action.reactingName { try check(name, "reaction of") }
    for name in action.steps.compactMap(\.endedName) { try check(name, "step for") }
  }

  private func checkTimesAndQueues(in index: Int) throws(ScenarioError) {
    let action = actions[index]
    if action.firstTime < 0 {
      throw problem("an action at tick \(action.firstTime), before its beginning", index, "The first tick is 0.")
    }
    for queue in action.steps.compactMap(\.queue) where QueueIdentity.of(queue).isGlobal {
      throw problem(
        "a subscription on the global queue \(queue.label), for which a run cannot wait", index,
        "Use a queue of your own: DispatchQueue(label: \"...\").")
    }
    switch action.kind {
    case .busy(let queue, let start, let end):
      if QueueIdentity.of(queue) == .main || QueueIdentity.of(queue).isGlobal {
        throw problem(
          "the queue \(queue.label) to keep busy, which other code uses too", index,
          "Use a queue of your own: DispatchQueue(label: \"...\").")
      }
      if start >= end {
        throw problem(
          "a queue that is busy from tick \(start) until tick \(end), which takes no time", index,
          "Write the earlier tick first.")
      }
    case .steps(_, let time, let queue?):
      for case (let place, .busy(let busy, let start, let end)) in actions.map(\.kind).enumerated() {
        // At the tick at which the queue becomes busy, the steps come before that if they are listed before.
        guard QueueIdentity.of(busy) == QueueIdentity.of(queue), start < time || start == time && place < index,
          time < end
        else { continue }
        throw problem(
          "steps at tick \(time) on the queue \(queue.label), which is busy from tick \(start) until tick \(end)",
          index,
          "Take them at tick \(end) or later, or on another queue.")
      }
    case .steps, .reaction: break
    }
  }

  private func problem(_ problem: String, _ index: Int, _ advice: String) -> ScenarioError {
    ScenarioError(problem, in: index, of: self, advice: advice)
  }
}

extension Scenario.Action {
  /// The action, as written in the scenario.
  fileprivate var text: String {
    let steps = steps.map { ", .\($0)" }.joined()
    switch kind {
    case .steps(_, let time, let queue): return ".at(\(time)\(steps)\(queue.map { ", from: \($0.label)" } ?? ""))"
    case .reaction(_, let name, let value): return ".when(\"\(name)\", gets: \(value)\(steps))"
    case .busy(let queue, let start, let end): return ".busy(\(queue.label), from: \(start), until: \(end))"
    }
  }
}
