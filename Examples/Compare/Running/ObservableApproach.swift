import Dispatch
import Observation

/// Follows an `@Observable` view model in loops, one for each observer. The model belongs to the main actor, so changes
/// made elsewhere are forwarded there.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
final class ObservableApproach: Approach {
  private struct Loop: Sendable {
    let task: Task<Void, Never>
    /// Whether the loop has shown the current value, or has ended.
    let isSettled: @MainActor @Sendable () -> Bool
  }

  /// A loop's state.
  @MainActor
  private final class Shown<Value: Sendable> {
    var last: Value?
    var hasEnded = false
  }

  let name = "@Observable"
  let recorder = Recorder()
  let observers = ObserverCounter()
  let hasPolicies = false
  private let counter: ObservableWordCounter
  @MainActor private var loops: [Loop] = []

  @MainActor
  init(_ counter: ObservableWordCounter) {
    self.counter = counter
  }

  func observe(_ output: NumberOutput, _ observer: NumberObserver) {
    let marker = observers.makeMarker()
    Task { @MainActor [self, counter] in
      let number: @MainActor @Sendable () -> Int =
        switch output {
        case .lines: { counter.lines }
        case .words: { counter.words }
        case .progress: { counter.progress }
        }
      follow(number) { value in
        await observer.call(value)
        return withExtendedLifetime(marker) { true }
      }
    }
  }

  @MainActor
  func connect(_ view: WordView) {
    let marker = observers.makeMarker()
    follow({ [counter] in counter.mostFrequentWord }) { [weak view] word in
      withExtendedLifetime(marker) { view?.show(word) }
      return view != nil
    }
  }

  /// Calls `show` with each new value, until `show` returns `false`.
  @MainActor
  private func follow<Value: Equatable & Sendable>(
    _ value: @escaping @MainActor @Sendable () -> Value, _ show: @escaping @MainActor @Sendable (Value) async -> Bool
  ) {
    let shown = Shown<Value>()
    let task = Task {
      for await current in Observations({ value() }) where current != shown.last {
        shown.last = current
        guard await show(current) else { break }
      }
      shown.hasEnded = true
    }
    loops.append(Loop(task: task) { shown.hasEnded || shown.last == value() })
  }

  /// Changes the model on the main queue: immediately if called there, otherwise in a later job.
  private func change(
    _ change: @escaping @MainActor @Sendable (ObservableWordCounter) -> Void
  ) {
    if DeliveryContext.current == .mainQueue {
      MainActor.assumeIsolated { change(counter) }
    } else {
      Task { @MainActor [counter] in change(counter) }
    }
  }

  func setSize(_ size: Int?) { change { $0.size = size } }
  func setFilter(_ filter: String) { change { $0.filter = filter } }
  /// Does nothing: a property does not complete.
  func finish() {}

  func read(_ batches: [LineBatch], end: @escaping @Sendable () -> Void) {
    change { counter in
      for batch in batches { counter.read(batch) }
      end()
    }
  }

  @MainActor
  var isSettled: Bool { loops.allSatisfy { $0.isSettled() } }

  func disconnect() async {
    for task in await cancelLoops() { await task.value }
  }

  @MainActor
  private func cancelLoops() -> [Task<Void, Never>] {
    let tasks = loops.map(\.task)
    loops = []
    for task in tasks { task.cancel() }
    return tasks
  }
}

extension NumberObserver {
  /// Calls the observer on its queue if it has one, and waits until the call returns.
  @MainActor
  fileprivate func call(_ value: Int) async {
    guard let queue else { return next(value) }
    await withCheckedContinuation { continuation in
      queue.async {
        next(value)
        continuation.resume()
      }
    }
  }
}
