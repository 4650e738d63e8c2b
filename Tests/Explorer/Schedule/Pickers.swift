/// Tries all schedules with a limited number of preemptions, depth first.
final class DepthFirst: Picker {
  private struct Choice {
    let count: Int
    var taken = 0
  }

  private let preemptionLimit: Int
  private let prunes: Bool
  private var path: [Choice] = []
  private var depth = 0
  /// Hashes of the states in which a choice was made, including the number of preemptions so far.
  private var visited: Set<UInt64> = []
  private(set) var isPruned = false
  private(set) var prunedCount = 0

  init(preemptionLimit: Int, prunes: Bool) {
    self.preemptionLimit = preemptionLimit
    self.prunes = prunes
  }

  func pick(_ enabled: [LogicalThread], preempts: Bool, in execution: Execution) -> Int {
    if isPruned || (preempts && execution.preemptions == preemptionLimit) { return 0 }
    if depth == path.count {
      if prunes, !visited.insert(key(enabled, preempts, execution)).inserted {
        isPruned = true
        return 0
      }
      path.append(Choice(count: enabled.count))
    }
    let choice = path[depth]
    depth += 1
    if choice.count != enabled.count {
      execution.fail("The scenario is not repeatable: \(choice.count) threads could continue here before.")
      return 0
    }
    return choice.taken
  }

  private func key(_ enabled: [LogicalThread], _ preempts: Bool, _ execution: Execution) -> UInt64 {
    // Only a switch from a thread that could continue is a preemption, so only then does it matter which thread ran.
    let thread = preempts ? UInt64(enabled[0].index + 1) : 0
    return mix(mix(execution.stateHash, UInt64(execution.preemptions)), thread)
  }

  /// Moves on to the next schedule; returns `false` if there is none.
  func advance() -> Bool {
    if isPruned { prunedCount += 1 }
    (depth, isPruned) = (0, false)
    while let last = path.last {
      if last.taken + 1 < last.count {
        path[path.count - 1].taken += 1
        return true
      }
      path.removeLast()
    }
    return false
  }
}

/// Switches at random, at a rate that depends on the schedule's number.
final class RandomPicker: Picker {
  private var state: UInt64
  private let rarity: UInt64

  init(seed: UInt64, number: Int) {
    state = mix(seed, UInt64(number))
    rarity = [2, 4, 8, 16, 32][number % 5]
  }

  private func random(below bound: UInt64) -> UInt64 {
    state &+= 1
    return mix(state, 0) % bound
  }

  func pick(_ enabled: [LogicalThread], preempts: Bool, in execution: Execution) -> Int {
    if preempts, random(below: rarity) != 0 { return 0 }
    return Int(random(below: UInt64(enabled.count)))
  }
}

/// Repeats a schedule.
final class Repetition: Picker {
  private let switches: [Int: Int]

  init(_ switches: [Switch]) {
    self.switches = Dictionary(switches.map { ($0.pick, $0.thread) }, uniquingKeysWith: { $1 })
  }

  func pick(_ enabled: [LogicalThread], preempts: Bool, in execution: Execution) -> Int {
    guard let thread = switches[execution.picks] else { return 0 }
    return enabled.firstIndex { $0.index == thread } ?? 0
  }
}
