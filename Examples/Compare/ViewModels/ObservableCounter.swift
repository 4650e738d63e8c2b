import Observation

@MainActor @Observable final class ObservableCounter {
  // Can also be read, on the main actor.
  private(set) var count = 0

  func step(by amount: Int) {
    // One step: on one actor.
    count += amount
  }

  func reset() { count = 0 }
}

@MainActor final class ObservableCounterView {
  private let show: @MainActor (Int) -> Void
  // Kept, so that deinit can end the loop.
  private var loop: Task<Void, Never>?

  init(
    _ counter: ObservableCounter,
    show: @escaping @MainActor (Int) -> Void
  ) {
    self.show = show
    loop = Task { [weak self] in
      // Skips counts that are replaced before it resumes.
      for await count in Observations({ counter.count }) {
        self?.show(count)
      }
    }
  }

  deinit { loop?.cancel() }
}
