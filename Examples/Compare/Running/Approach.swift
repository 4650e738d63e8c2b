import Dispatch

/// One implementation of the view model, with its observers.
protocol Approach: AnyObject, Sendable {
  var name: String { get }
  var recorder: Recorder { get }
  /// Counts the observing closures.
  var observers: ObserverCounter { get }
  /// Whether an observer can ask for the newest value only.
  var hasPolicies: Bool { get }

  func observe(_ output: NumberOutput, _ observer: NumberObserver)
  /// Lets the view observe the most frequent word.
  @MainActor func connect(_ view: WordView)

  func setSize(_ size: Int?)
  /// Passes the batches to the view model without a pause, and then calls `end` in the same context.
  func read(_ batches: [LineBatch], end: @escaping @Sendable () -> Void)
  func setFilter(_ filter: String)
  /// Announces that no more input follows. A view model whose outputs can complete completes them.
  func finish()

  /// Whether observers without a queue of their own have received every value set so far. Meaningful only after the
  /// main queue has run the work that was already pending.
  @MainActor var isSettled: Bool { get }
  /// Ends all observation.
  func disconnect() async
}

/// The outputs that are numbers.
enum NumberOutput: CaseIterable, Sendable {
  case lines, words, progress

  var output: Output {
    switch self {
    case .lines: .lines
    case .words: .words
    case .progress: .progress
    }
  }
}

/// An observer of a number.
struct NumberObserver: Sendable {
  /// The queue on which the observer is called; if `nil`, it is called where the view model calls its observers.
  var queue: DispatchQueue?
  var wantsNewestOnly = false
  let next: @Sendable (Int) -> Void
  var completed: @Sendable () -> Void = {}
}

extension Approach {
  /// Lets the recorder observe all numbers.
  func connect() {
    for number in NumberOutput.allCases {
      let (recorder, output) = (recorder, number.output)
      let observer = NumberObserver(
        next: { recorder.record(output, String($0)) }, completed: { recorder.recordCompletion(of: output) })
      observe(number, observer)
    }
  }

  func read(_ batches: [LineBatch]) { read(batches) {} }

  var isSettled: Bool { true }

  /// Returns when observers without a queue of their own have received all values set earlier.
  @MainActor
  func settle() async {
    // Yield first, so that the main queue runs the work that is already pending.
    repeat { await Task.yield() } while !isSettled
  }
}

/// A new instance of each approach.
@MainActor
func allApproaches() -> [any Approach] {
  var approaches: [any Approach] = [
    BindableApproach("Bindable", BindableWordCounter()), RxApproach(RxWordCounter()),
    BindableApproach("Bridged", BridgedWordCounter()),
  ]
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    approaches.append(ObservableApproach(ObservableWordCounter()))
  }
  return approaches
}
