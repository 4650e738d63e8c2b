import Synchronization

/// The outputs of the view model.
enum Output: String, CaseIterable, Sendable {
  case lines, words
  case mostFrequentWord = "most frequent"
  case progress
}

/// What one observer was told.
struct Lane: Sendable, Equatable {
  /// All that was told at about one moment.
  struct Mark: Sendable, Equatable {
    /// The step of the run in which it was told: the first of several.
    let step: Int
    /// What was told last.
    var value: String
    var count = 1
  }

  /// More marks are thinned out, so that memory stays bounded however long the input is.
  static let mostMarks = 1 << 12

  private(set) var marks: [Mark] = []
  private(set) var events = 0
  /// Tells sequences of values apart, all of them, not only those that the marks still show.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var places: [Place] = []
  /// The step in which the observer was told that nothing more will come.
  var completedAt: Int?
  private var stepsPerMark = 1

  mutating func record(_ value: String, step: Int, place: Place) {
    events += 1
    for byte in value.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    digest = (digest ^ 0xFF) &* 0x100_0000_01B3
    if !places.contains(place) { places.append(place) }
    if let last = marks.last, last.step / stepsPerMark == step / stepsPerMark {
      marks[marks.count - 1].value = value
      marks[marks.count - 1].count += 1
    } else {
      marks.append(Mark(step: step, value: value))
      if marks.count > Self.mostMarks { thin() }
    }
  }

  private mutating func thin() {
    stepsPerMark *= 2
    var thinned: [Mark] = []
    for mark in marks {
      if let last = thinned.last, last.step / stepsPerMark == mark.step / stepsPerMark {
        thinned[thinned.count - 1].value = mark.value
        thinned[thinned.count - 1].count += mark.count
      } else {
        thinned.append(mark)
      }
    }
    marks = thinned
  }
}

/// Writes down what the observers of one view model are told, and when. May be used from any thread.
final class Recorder: Sendable {
  private struct State {
    var step = 0
    var lanes: [Output: Lane] = [:]
    var order: [Output] = []
  }

  private let state = Mutex(State())

  var lanes: [Output: Lane] { state.withLock(\.lanes) }
  /// The outputs that tell on the reading thread, in the order in which they told of the first batch.
  var order: [Output] { state.withLock(\.order) }
  var events: Int { state.withLock { $0.lanes.values.reduce(0) { $0 + $1.events } } }

  /// A step of the run begins: the time axis of the diagram.
  func begin(step: Int) { state.withLock { $0.step = step } }

  func record(_ output: Output, _ value: String) {
    let place = Place.current
    state.withLock { state in
      state.lanes[output, default: Lane()].record(value, step: state.step, place: place)
      if state.step == 1, output != .mostFrequentWord { state.order.append(output) }
    }
  }

  func recordCompletion(of output: Output) {
    state.withLock { $0.lanes[output, default: Lane()].completedAt = $0.step }
  }
}

/// Is captured by each observing closure of a view model, and so tells how many of them still exist.
final class Witness: Sendable {}

/// Counts the closures that hold a witness.
final class Watch: Sendable {
  private struct Weak: Sendable { weak let witness: Witness? }

  private let watched = Mutex<[Weak]>([])

  func makeWitness() -> Witness {
    let witness = Witness()
    watched.withLock { $0.append(Weak(witness: witness)) }
    return witness
  }

  /// How many closures still exist.
  var alive: Int { watched.withLock { $0.count { $0.witness != nil } } }
}
