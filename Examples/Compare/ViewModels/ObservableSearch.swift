import Observation

/// A search with `@Observable`, which waits for a pause in typing. A new
/// query cancels the previous query's task.
@MainActor
@Observable
final class ObservableSearch {
  var query = "" { didSet { restart() } }
  private(set) var results: [String] = []
  private var task: Task<Void, any Error>?
  private let sleep: @Sendable (Duration) async throws -> Void
  private let find: @Sendable (String) async throws -> [String]

  init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    find: @escaping @Sendable (String) async throws -> [String]
  ) {
    self.sleep = sleep
    self.find = find
  }

  private func restart() {
    task?.cancel()
    task = Task {
      try await sleep(.milliseconds(300))
      let words = try await find(query)
      try Task.checkCancellation()
      results = words
    }
  }
}
