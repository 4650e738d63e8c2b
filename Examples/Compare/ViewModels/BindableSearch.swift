import BindableKit

/// Looks up what is typed, after a pause.
// On one actor: a cancelled lookup never sets the results.
@MainActor final class BindableSearch {
  let query = Bindable("")
  // Can also be read: results.value
  var results: ReadOnlyBindable<[String]> { found }

  private let found = Bindable<[String]>([])
  // The pause and the lookup, to be cancelled by hand.
  private var lookup: Task<Void, any Error>?

  init(
    clock: any Clock<Duration>,
    find: @escaping @Sendable (String) async -> [String]
  ) {
    query.observe(with: self, replay: false) { search, query in
      search.lookup?.cancel()
      search.lookup = Task { [found = search.found] in
        try await clock.sleep(for: .milliseconds(300))
        let words = await find(query)
        // A cancelled lookup may still return words.
        try Task.checkCancellation()
        found.value = words
      }
    }
  }

  deinit { lookup?.cancel() }

  // Stops, drains, and returns when views have shown all.
  func finish() async {
    await query.delivered()
    query.remove(observer: self)
    _ = await lookup?.result
    await results.delivered()
  }
}

@MainActor final class BindableSearchView {
  private let show: @MainActor ([String]) -> Void

  init(
    _ results: ReadOnlyBindable<[String]>,
    show: @escaping @MainActor ([String]) -> Void
  ) {
    self.show = show
    // Ends with the view. The results themselves never end.
    results.observe(with: self) { view, results in
      view.show(results)
    }
  }
}
