import Foundation

/// What happened, in order, from whatever thread.
///
/// An `NSLock` guards it and not a `Mutex`: on Linux the thread sanitizer does not see a contended `Mutex` change hands.
final class Log<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var added: [Entry] = []  // Guarded by the lock.

  /// The entries so far.
  var entries: [Entry] { lock.withLock { added } }

  /// Adds an entry and returns how many there are.
  @discardableResult
  func add(_ entry: Entry) -> Int {
    lock.withLock {
      added.append(entry)
      return added.count
    }
  }
}
