import Synchronization

/// Work that waits on a queue, for a test that waits until it has been done. It counts as done when it is released.
open class WatchedWork {
  package init() {}

  /// Called on the thread that does the work, before and after.
  open func begin() {}
  open func end() {}

  /// Begins to watch. Called once, by RxTesting: programs that do not test never watch.
  ///
  /// - Parameter make: returns an object for work that the caller passes to a queue, or `nil` if no test waits for it.
  package static func watch(_ make: @escaping @Sendable () -> WatchedWork?) {
    self.make = make
    isWatching.store(true, ordering: .releasing)
  }

  /// An object for work that the caller passes to a queue, if a test waits for it.
  @inline(__always)
  static var new: WatchedWork? { isWatching.load(ordering: .acquiring) ? make() : nil }

  private static let isWatching = Atomic<Bool>(false)
  /// Set once, before `isWatching`.
  nonisolated(unsafe) private static var make: @Sendable () -> WatchedWork? = { nil }

  /// Passes on `work`, watched if a test waits for it.
  static func watched(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let watched = new else { return work }
    nonisolated(unsafe) let token = watched  // Used where the work runs.
    return {
      token.begin()
      work()
      token.end()
    }
  }
}
