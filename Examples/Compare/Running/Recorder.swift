import Synchronization

/// A value that a view received, and the step of the run in which it did.
struct Marble: Sendable, Equatable {
  let step: Int
  let value: String
}

/// Records what the view of one view model receives, and when. May be used from any thread.
final class Recorder: Sendable {
  private struct State {
    var step = 0
    var marbles: [Output: [Marble]] = [:]
  }

  private let state = Mutex(State())

  var marbles: [Output: [Marble]] { state.withLock(\.marbles) }

  /// Records that a step of the run begins.
  func begin(step: Int) { state.withLock { $0.step = step } }

  func record(_ output: Output, _ value: String) {
    state.withLock { $0.marbles[output, default: []].append(Marble(step: $0.step, value: value)) }
  }
}
