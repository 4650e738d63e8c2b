import Observation

/// A task that shows each value of an expression over an `@Observable` model.
@MainActor private final class ObservingLoop {
  private let value: @MainActor @Sendable () -> String
  private var shown: String?

  init(_ value: @escaping @MainActor @Sendable () -> String) { self.value = value }

  /// Whether the view has received the current value.
  var isSettled: Bool { shown == value() }

  func start(_ output: Output, in view: WordCounterView) {
    Task { [weak view, value] in
      for await current in Observations({ value() }) where current != shown {
        guard let view else { break }
        view.show(output, current)
        shown = current
      }
    }
  }
}

@MainActor private final class ObservingLoops {
  private var loops: [ObservingLoop] = []

  func show(_ output: Output, in view: WordCounterView, _ value: @escaping @MainActor @Sendable () -> String) {
    let loop = ObservingLoop(value)
    loops.append(loop)
    loop.start(output, in: view)
  }

  func settle() async {
    // Yield first, so that the main queue runs the work that is already pending.
    repeat { await Task.yield() } while !loops.allSatisfy { $0.isSettled }
  }
}

extension StyledWordCounter {
  @MainActor static func observable() -> StyledWordCounter {
    let (counter, loops) = (ObservableWordCounter(), ObservingLoops())
    return StyledWordCounter(
      "@Observable", read: counter.read, setFilter: counter.setFilter,
      show: { view in
        loops.show(.lines, in: view) { "\(counter.lines)" }
        loops.show(.words, in: view) { "\(counter.words)" }
        loops.show(.mostFrequentWord, in: view) { counter.mostFrequentWord }
      }, settle: loops.settle)
  }
}
