/// Who wants to know of what is made for subscriptions, in debug builds: the leak tracker of RxTesting.
///
/// It belongs to the task, or the synchronous call, for which it was set, so tests that run side by side do not see each
/// other's objects.
public enum CreationWatch {
  #if DEBUG
    /// Who watches here, if anyone.
    @TaskLocal public static var watcher: (any CreationWatcher)?
  #endif

  /// Runs `body` while `watcher` watches.
  package static func withWatcher<Result>(
    _ watcher: any CreationWatcher, _ body: () throws -> Result
  ) rethrows -> Result {
    #if DEBUG
      try $watcher.withValue(watcher, operation: body)
    #else
      try body()
    #endif
  }

  /// Runs `body` while `watcher` watches.
  package static func withWatcher<Result>(
    _ watcher: any CreationWatcher, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    #if DEBUG
      try await $watcher.withValue(watcher, operation: body)
    #else
      try await body()
    #endif
  }

  /// Tells who watches, if anyone, of `object`. Called at the end of the base class's initialiser.
  @inline(__always)
  package static func didCreate(_ object: AnyObject) {
    #if DEBUG
      watcher?.didCreate(object)
    #endif
  }
}

/// Hears of each object that is made while it watches, on the thread that makes it.
public protocol CreationWatcher: AnyObject, Sendable {
  /// Told of an object whose class's own part may not be used yet.
  func didCreate(_ object: AnyObject)
}
