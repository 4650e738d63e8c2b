import Observation

/// Looks up what is typed, after a pause.
// On one actor: a cancelled lookup never sets the results.
@MainActor @Observable final class ObservableSearch {
  var query = "" { didSet { restart() } }
  private(set) var results: [String] = []

  // The pause and the lookup, to be cancelled by hand.
  @ObservationIgnored private var lookup: Task<Void, any Error>?
  @ObservationIgnored private var isFinished = false
  private let clock: any Clock<Duration>
  private let find: @Sendable (String) async -> [String]

  init(
    clock: any Clock<Duration>,
    find: @escaping @Sendable (String) async -> [String]
  ) {
    self.clock = clock
    self.find = find
  }

  private func restart() {
    guard !isFinished else { return }
    lookup?.cancel()
    lookup = Task { [clock, find, query, weak self] in
      try await clock.sleep(for: .milliseconds(300))
      let words = await find(query)
      // A cancelled lookup may still return words.
      try Task.checkCancellation()
      self?.results = words
    }
  }

  deinit { lookup?.cancel() }

  // Stops and drains. Views may not have shown all.
  func finish() async {
    isFinished = true
    _ = await lookup?.result
  }
}

@MainActor final class ObservableSearchView {
  private let show: @MainActor ([String]) -> Void
  // Kept, so that deinit can end the loop.
  private var loop: Task<Void, Never>?

  init(
    _ search: ObservableSearch,
    show: @escaping @MainActor ([String]) -> Void
  ) {
    self.show = show
    loop = Task { [weak self] in
      for await results in Observations({ search.results }) {
        self?.show(results)
      }
    }
  }

  deinit { loop?.cancel() }
}
