/// What happened, in order. May be written from any thread.
public final class Log<Entry: Sendable>: Sendable {
  private let added = Guarded<[Entry]>([])

  public init() {}

  /// The entries so far.
  public var entries: [Entry] { added.withLock { $0 } }

  /// How many entries there are.
  public var count: Int { added.withLock { $0.count } }

  /// Adds an entry and returns how many there are.
  @discardableResult
  public func add(_ entry: Entry) -> Int {
    added.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}
