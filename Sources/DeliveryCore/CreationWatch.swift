/// Reports new Bindables, sinks, observers and other tracked objects to a leak tracker, in debug builds.
///
/// A watcher applies to the task or the synchronous call for which it was set, so tests that run in parallel do not see
/// each other's objects.
public enum CreationWatch {
  /// The watcher of this task, if any. It receives each new object on the thread that creates the object, whose subclass's
  /// initialiser may still be running.
  @TaskLocal public static var watcher: (@Sendable (AnyObject) -> Void)?

  /// Reports `object`. Called at the end of the base class's initialiser.
  @inline(__always)
  package static func didCreate(_ object: AnyObject) {
    #if DEBUG
      watcher?(object)
    #endif
  }
}
