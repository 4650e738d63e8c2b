import Synchronization

/// The outputs of the view model.
enum Output: String, CaseIterable, Sendable {
  case lines, words
  case mostFrequentWord = "most frequent"
  case progress
}

/// The values that the observer of one output received.
struct Recording: Sendable, Equatable {
  /// The values received in one step of the run, or in several neighbouring ones.
  struct Marble: Sendable, Equatable {
    /// The first of these steps.
    let step: Int
    /// The last of these values.
    var value: String
    /// The number of values.
    var count = 1
  }

  /// Beyond this number, neighbouring marbles are merged, so that memory is bounded for any input.
  static let mostMarbles = 1 << 12

  private(set) var marbles: [Marble] = []
  private(set) var valueCount = 0
  /// A checksum of all values in order, including those that merged marbles no longer show.
  private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
  /// Where the observer was called.
  private(set) var contexts: [DeliveryContext] = []
  /// The step in which the observable completed; `nil` if it did not.
  var completedAt: Int?
  private var stepsPerMarble = 1

  mutating func add(_ value: String, step: Int, context: DeliveryContext) {
    valueCount += 1
    for byte in value.utf8 { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    checksum = (checksum ^ 0xFF) &* 0x100_0000_01B3
    if !contexts.contains(context) { contexts.append(context) }
    Self.add(Marble(step: step, value: value), to: &marbles, stepsPerMarble: stepsPerMarble)
    if marbles.count > Self.mostMarbles { mergeNeighbours() }
  }

  private mutating func mergeNeighbours() {
    stepsPerMarble *= 2
    var merged: [Marble] = []
    for marble in marbles { Self.add(marble, to: &merged, stepsPerMarble: stepsPerMarble) }
    marbles = merged
  }

  private static func add(_ marble: Marble, to marbles: inout [Marble], stepsPerMarble: Int) {
    if let last = marbles.last, last.step / stepsPerMarble == marble.step / stepsPerMarble {
      marbles[marbles.count - 1].value = marble.value
      marbles[marbles.count - 1].count += marble.count
    } else {
      marbles.append(marble)
    }
  }
}

/// Records what the observers of one view model receive, and in which step of the run. May be used from any thread.
final class Recorder: Sendable {
  private struct State {
    var step = 0
    var recordings: [Output: Recording] = [:]
  }

  private let state = Mutex(State())

  var recordings: [Output: Recording] { state.withLock(\.recordings) }
  /// The total number of values that the observers received.
  var valueCount: Int { state.withLock { $0.recordings.values.reduce(0) { $0 + $1.valueCount } } }

  /// Records that a step of the run begins.
  func begin(step: Int) { state.withLock { $0.step = step } }

  func record(_ output: Output, _ value: String) {
    let context = DeliveryContext.current
    state.withLock { state in
      state.recordings[output, default: Recording()].add(value, step: state.step, context: context)
    }
  }

  func recordCompletion(of output: Output) {
    state.withLock { $0.recordings[output, default: Recording()].completedAt = $0.step }
  }
}
