import Dispatch
import Synchronization

/// The outputs that every view model has.
enum Output: String, CaseIterable, Sendable {
  case lines, words
  case mostFrequentWord = "most frequent"
  case progress
}

/// What one view model told its observers.
final class Recording: Sendable {
  struct Entry: Equatable, Sendable {
    /// When: the number of the step of the input.
    let step: Int
    let output: Output
    let value: String
  }

  /// A long input tells more than anyone reads: the first and the last of each step of the axis are kept.
  private struct State {
    var step = 0
    var counts: [Output: Int] = [:]
    var latest: [Output: String] = [:]
    var entries: [Entry] = []
    var digest: UInt64 = 14_695_981_039_346_656_037
    var onMainQueue = 0
    var isOver = false
    var afterEnd = 0
  }

  private let state = Mutex(State())
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Moves to a step of the input.
  func begin(step: Int) { state.withLock { $0.step = step } }

  /// What comes from now on comes after disposal.
  func end() { state.withLock { $0.isOver = true } }

  func add(_ output: Output, _ value: String) {
    let isOnMain = DispatchQueue.getSpecific(key: Self.key) == true
    state.withLock { state in
      if state.isOver {
        state.afterEnd += 1
        return
      }
      state.counts[output, default: 0] += 1
      state.latest[output] = value
      if isOnMain { state.onMainQueue += 1 }
      for byte in "\(output.rawValue)=\(value);".utf8 {
        state.digest = (state.digest ^ UInt64(byte)) &* 1_099_511_628_211
      }
      let entry = Entry(step: state.step, output: output, value: value)
      if let last = state.entries.lastIndex(where: { $0.output == output }), state.entries[last].step == state.step {
        state.entries[last] = entry
      } else {
        state.entries.append(entry)
      }
    }
  }

  var entries: [Entry] { state.withLock { $0.entries } }
  var total: Int { state.withLock { $0.counts.values.reduce(0, +) } }
  func count(of output: Output) -> Int { state.withLock { $0.counts[output] ?? 0 } }
  func latest(of output: Output) -> String { state.withLock { $0.latest[output] ?? "" } }
  /// A number made of all events in their order: equal for recordings that were told the same.
  var digest: UInt64 { state.withLock { $0.digest } }
  var onMainQueue: Int { state.withLock { $0.onMainQueue } }
  var afterEnd: Int { state.withLock { $0.afterEnd } }
}
