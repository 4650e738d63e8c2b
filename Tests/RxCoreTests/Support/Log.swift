import TestSupport

/// What happened, in order, from whatever thread.
final class Log<Entry: Sendable>: Sendable {
  private let added = Guarded<[Entry]>([])

  /// The entries so far.
  var entries: [Entry] { added.withLock { $0 } }

  /// Adds an entry and returns how many there are.
  @discardableResult
  func add(_ entry: Entry) -> Int {
    added.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}
