import DeliveryCore
public import Dispatch

/// Finds what outlives a test: the objects that the test tracks, and in debug builds each subscription, observable, subject
/// and `Bindable` that is made in its scope.
///
///     @Test func closesProperly() throws {
///       try LeakTracker.run { leaks in
///         let model = SearchModel()
///         leaks.track(model)
///         model.results.subscribe(onNext: show).disposed(by: model.bag)
///       }
///     }
///
/// What is still alive after the closure has returned is reported with the file and line where it was made. A tracker
/// observes what its own scope makes, on the calling thread or in the calling task and its child tasks: tests that run at
/// the same time do not disturb it. In release builds, and on other threads, it observes only what the test tracks with
/// ``track(_:_:file:line:)``.
///
/// A global or static variable is initialised on first use, perhaps within the scope, and stays until the program ends. On
/// Linux a tracker recognises what such an initialiser makes, by the call stack, and does not report it. For anything else
/// that may stay, such as an object that is put into a cache, use ``allow(_:)``.
public final class LeakTracker: Sendable {
  private let watched = WatchedObjects()
  private let scope: String

  private init(file: StaticString, line: UInt) {
    scope = "\(file):\(line)"
  }

  /// Runs `body`, and throws a ``LeakError`` if something that was made or tracked in it is still alive afterwards.
  ///
  /// If the main queue or the current actor must run before the objects are released, use the `async` form.
  ///
  /// - Parameters:
  ///   - timeout: how long objects may stay alive that other threads are about to release. A scope without leaks does
  ///     not wait.
  ///   - file: the file that the error names; the caller's.
  ///   - line: the line that the error names; the caller's.
  ///   - body: the scope. What it throws is thrown on.
  public static func run<Result>(
    timeout: DispatchTimeInterval = .seconds(1), file: StaticString = #fileID, line: UInt = #line,
    _ body: (LeakTracker) throws -> Result
  ) throws -> Result {
    let tracker = LeakTracker(file: file, line: line)
    let result = try CreationWatch.withWatcher(tracker.watched) { try body(tracker) }
    let deadline = DispatchTime.now() + timeout
    let never = DispatchSemaphore(value: 0)
    while tracker.watched.mayHaveLeaks, DispatchTime.now() < deadline {
      _ = never.wait(timeout: .now() + .milliseconds(1))
    }
    try tracker.check()
    return result
  }

  /// Runs a `body` that suspends, and throws a ``LeakError`` if something that was made or tracked in it is still alive
  /// afterwards.
  ///
  /// - Parameters:
  ///   - timeout: how long objects may stay alive that other threads are about to release. A scope without leaks does
  ///     not wait.
  ///   - file: the file that the error names; the caller's.
  ///   - line: the line that the error names; the caller's.
  ///   - isolation: the actor on which `body` runs; the caller's.
  ///   - body: the scope. What it throws is thrown on.
  public static func run<Result>(
    timeout: DispatchTimeInterval = .seconds(1), file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: (LeakTracker) async throws -> Result
  ) async throws -> Result {
    let tracker = LeakTracker(file: file, line: line)
    let result = try await CreationWatch.withWatcher(tracker.watched) { try await body(tracker) }
    let deadline = DispatchTime.now() + timeout
    while tracker.watched.mayHaveLeaks, DispatchTime.now() < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
    try tracker.check()
    return result
  }

  /// Tracks `object`, which must be deallocated at the end of the scope. Returns it.
  ///
  /// - Parameters:
  ///   - object: the object, which is held weakly.
  ///   - name: what the error calls it; the name of its type without one.
  ///   - file: the file that the error names; the caller's.
  ///   - line: the line that the error names; the caller's.
  @discardableResult
  public func track<Object: AnyObject>(
    _ object: Object, _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Object {
    watched.add(object, name: name, location: "\(file):\(line)")
    return object
  }

  /// Runs `body` without observing what it makes, for what may outlive the scope. Returns what `body` returns.
  ///
  ///     try LeakTracker.run { leaks in
  ///       let cache = leaks.allow { ImageCache.shared }  // Lives as long as the program.
  ///       ...
  ///     }
  ///
  /// What the objects make later, outside of `body`, is observed again.
  public func allow<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CreationWatch.withWatcher(NoWatcher(), body)
  }

  /// Runs a `body` that suspends without observing what it makes, for what may outlive the scope. Returns what `body`
  /// returns.
  ///
  /// - Parameters:
  ///   - isolation: the actor on which `body` runs; the caller's.
  ///   - body: makes what may stay.
  public func allow<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CreationWatch.withWatcher(NoWatcher(), body)
  }

  private func check() throws {
    let leaks = watched.leaks(scope: scope)
    if !leaks.isEmpty { throw LeakError(leaks: leaks, scope: scope) }
  }
}

/// Ignores what is made.
private final class NoWatcher: CreationWatcher {
  func didCreate(_ object: AnyObject) {}
}

/// The objects that must be deallocated, held weakly.
private final class WatchedObjects: CreationWatcher, @unchecked Sendable {  // The lock guards what changes.
  private struct Entry {
    weak var object: AnyObject?
    let name: String
    let origin: Origin
  }

  private enum Origin {
    /// Where the test tracked the object.
    case tracked(String)
    /// Where the object was made.
    case made(SourceLocation)
  }

  private let lock = Lock()
  private var entries: [Entry] = []
  /// The indices of entries that were made for a global variable.
  private var globals: Set<Int> = []
  private var checks = 0

  /// Whether a watched object is alive that was not made for a global variable.
  var mayHaveLeaks: Bool {
    let number = lock.withLock {
      checks += 1
      return checks
    }
    let living = living
    // Call stacks take a while to read, so objects that are just being released get some time first.
    guard number == 10 else { return !living.isEmpty }
    let globals = living.filter { Self.isMadeForGlobal($0.entry) }.map(\.index)
    lock.withLock { self.globals.formUnion(globals) }
    return living.count > globals.count
  }

  func add(_ object: AnyObject, name: String?, location: String) {
    add(Entry(object: object, name: name ?? "\(type(of: object))", origin: .tracked(location)))
  }

  func didCreate(_ object: AnyObject) {
    add(Entry(object: object, name: "\(type(of: object))", origin: .made(.current())))
  }

  private func add(_ entry: Entry) {
    lock.withLock { entries.append(entry) }
  }

  private var living: [(index: Int, entry: Entry)] {
    let (entries, globals) = lock.withLock { (self.entries, self.globals) }
    // Outside the lock: to look at an object retains it for a moment, and its deinit may then run here.
    return entries.enumerated().filter { $1.object != nil && !globals.contains($0) }.map { ($0, $1) }
  }

  private static func isMadeForGlobal(_ entry: Entry) -> Bool {
    guard case .made(let location) = entry.origin else { return false }
    return location.isInitialisingGlobal
  }

  /// The objects that are still alive, tracked objects first.
  func leaks(scope: String) -> [Leak] {
    var tracked: [Leak] = []
    var made: [Leak] = []
    for (_, entry) in living {
      switch entry.origin {
      case .tracked(let location): tracked.append(Leak(name: entry.name, location: location, isTracked: true))
      case .made(let location):
        if location.isInitialisingGlobal { continue }
        made.append(Leak(name: entry.name, location: location.line ?? scope, isTracked: false))
      }
    }
    return tracked + made
  }
}
