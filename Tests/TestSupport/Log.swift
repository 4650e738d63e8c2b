/// A list of entries in the order in which they were added. Any thread may add entries.
public final class Log<Entry: Sendable>: Sendable {
  private let added = Guarded<[Entry]>([])

  public init() {}

  /// The entries so far.
  public var entries: [Entry] { added.withLock { $0 } }

  /// The number of entries.
  public var count: Int { added.withLock { $0.count } }

  /// Adds an entry and returns the number of entries.
  @discardableResult
  public func add(_ entry: Entry) -> Int {
    added.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}
