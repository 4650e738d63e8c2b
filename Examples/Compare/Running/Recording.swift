import Synchronization

/// The values that the observer of one output received.
struct Recording: Sendable, Equatable {
  /// A value, and the step of the run in which it was received.
  struct Marble: Sendable, Equatable {
    let step: Int
    let value: String
  }

  var marbles: [Marble] = []
  /// Whether each call came on the main queue.
  var isOnMainQueue = true
}

/// Records what the observers of one view model receive, and in which step of the run. May be used from any thread.
final class Recorder: Sendable {
  private struct State {
    var step = 0
    var recordings: [Output: Recording] = [:]
  }

  private let state = Mutex(State())

  var recordings: [Output: Recording] { state.withLock(\.recordings) }

  /// Records that a step of the run begins.
  func begin(step: Int) { state.withLock { $0.step = step } }

  func record(_ output: Output, _ value: String) {
    let isOnMainQueue = isOnMainQueue()
    state.withLock { state in
      state.recordings[output, default: Recording()].marbles.append(.init(step: state.step, value: value))
      if !isOnMainQueue { state.recordings[output]?.isOnMainQueue = false }
    }
  }
}
