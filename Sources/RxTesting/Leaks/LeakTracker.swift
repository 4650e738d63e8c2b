import DeliveryCore
public import Dispatch
import RxCore

/// Finds objects that outlive a test.
///
/// These are the objects that the test tracks and, in debug builds, each subscription, observable, subject and
/// `Bindable` made in the tracker's scope.
///
///     @Test func closesProperly() throws {
///       try LeakTracker.run { leaks in
///         let model = SearchModel()
///         leaks.track(model)
///         model.results.subscribe(onNext: show).disposed(by: model.bag)
///       }
///     }
///
/// Objects that are still alive after the closure has returned are reported with the file and line where they were
/// tracked or, on Linux, made; on other platforms, with those of the scope. A tracker observes only its own scope, on
/// the calling thread or in the calling task, and in tasks created there unless detached, so tests can run in parallel.
/// In release builds and on other threads, it observes only objects passed to ``track(_:_:file:line:)``.
///
/// A global or static variable is initialised on first use, perhaps within the scope, and lives until the program ends.
/// On Linux, a tracker recognises objects made by such an initialiser from the call stack, and does not report them.
/// For other objects that may outlive the scope, such as those put into a cache, use ``allow(_:)``.
public final class LeakTracker: Sendable {
  private let watched = WatchedObjects()
  private let scope: String

  private init(file: StaticString, line: UInt) {
    scope = "\(file):\(line)"
  }

  /// Runs `body` and throws a ``LeakError`` if an object made or tracked in it is still alive afterwards.
  ///
  /// If the main queue or the current actor must run before the objects are released, use the `async` form.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for other threads to release objects. Without living objects it does not wait.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  ///   - body: the scope. Errors it throws are rethrown.
  public static func run<Result>(
    timeout: DispatchTimeInterval = .seconds(1), file: StaticString = #fileID, line: UInt = #line,
    _ body: (LeakTracker) throws -> Result
  ) throws -> Result {
    let tracker = LeakTracker(file: file, line: line)
    let result = try CreationWatch.$watcher.withValue(tracker.watched.didCreate) { try body(tracker) }
    let deadline = DispatchTime.now() + timeout
    let never = DispatchSemaphore(value: 0)
    while tracker.watched.mayHaveLeaks, DispatchTime.now() < deadline {
      _ = never.wait(timeout: .now() + .milliseconds(1))
    }
    try tracker.check()
    return result
  }

  /// Runs an asynchronous `body`, and throws a ``LeakError`` if an object made or tracked in it is still alive
  /// afterwards.
  ///
  /// A closure without an `await` selects the other form, and the compiler warns that no `async` operations occur within
  /// the `await` expression. Write `async` before `in`:
  ///
  ///     try await LeakTracker.run { leaks async in leaks.track(SearchModel()) }
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for other threads to release objects. Without living objects it does not wait.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  ///   - isolation: the actor on which `body` runs; by default the caller's.
  ///   - body: the scope. Errors it throws are rethrown.
  public static func run<Result>(
    timeout: DispatchTimeInterval = .seconds(1), file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: (LeakTracker) async throws -> Result
  ) async throws -> Result {
    let tracker = LeakTracker(file: file, line: line)
    let result = try await CreationWatch.$watcher.withValue(tracker.watched.didCreate) { try await body(tracker) }
    let deadline = DispatchTime.now() + timeout
    while tracker.watched.mayHaveLeaks, DispatchTime.now() < deadline {
      // In a task of its own, because a cancelled task would not wait.
      await Task { try? await Task.sleep(for: .milliseconds(1)) }.value
    }
    try tracker.check()
    return result
  }

  /// Tracks `object`, which must be deallocated by the end of the scope, and returns it.
  ///
  /// - Parameters:
  ///   - object: the object, which is held weakly.
  ///   - name: the name reported in the error; by default the name of its type.
  ///   - file: the file reported in the error; by default the caller's.
  ///   - line: the line reported in the error; by default the caller's.
  @discardableResult
  public func track<Object: AnyObject>(
    _ object: Object, _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Object {
    watched.add(object, name: name, location: "\(file):\(line)")
    return object
  }

  /// Runs `body` without observing the objects made in it, which may outlive the scope. Returns the result of `body`.
  ///
  ///     try LeakTracker.run { leaks in
  ///       let cache = leaks.allow { ImageCache.shared }  // Lives as long as the program.
  ///       ...
  ///     }
  ///
  /// Objects made later, outside of `body`, are observed again.
  public func allow<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CreationWatch.$watcher.withValue(nil, operation: body)
  }

  /// Runs an asynchronous `body` without observing the objects made in it. Returns the result of `body`.
  ///
  /// - Parameters:
  ///   - isolation: the actor on which `body` runs; by default the caller's.
  ///   - body: makes the objects that may outlive the scope.
  public func allow<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CreationWatch.$watcher.withValue(nil, operation: body)
  }

  private func check() throws {
    let leaks = watched.leaks(scope: scope)
    if !leaks.isEmpty { throw LeakError(leaks: leaks, scope: scope) }
  }
}

/// The objects that must be deallocated, held weakly.
private final class WatchedObjects: @unchecked Sendable {  // The lock guards all mutable state.
  private struct Entry {
    weak var object: AnyObject?
    let type: AnyObject.Type
    let name: String
    let origin: Origin

    init(_ object: AnyObject, name: String? = nil, origin: Origin) {
      self.object = object
      type = Swift.type(of: object)
      self.name = name ?? "\(type)"
      self.origin = origin
    }

    /// Whether the object belongs to a subscription or an observation: an observer, a sink or an entry in a list of
    /// observers, and not a source, such as a subject, or an operator. The type says so without running its code.
    var isSubscription: Bool {
      type is ObserverEntry.Type
        || type is any ObserverType.Type && !(type is any ObservableConvertibleType.Type)
    }
  }

  private enum Origin {
    /// Where the test tracked the object.
    case tracked(String)
    /// Where the object was made.
    case made(SourceLocation)
  }

  private let lock = Lock()
  private var entries: [Entry] = []
  /// The indices of entries made while a global variable was initialised.
  private var globals: Set<Int> = []
  private var checks = 0

  /// Whether a watched object is still alive, apart from those known to have been made for global variables.
  var mayHaveLeaks: Bool {
    let number = lock.withLock {
      checks += 1
      return checks
    }
    let living = living
    // Reading call stacks is slow, so do it only once, at the tenth check: by then, objects that were about to be
    // released are usually gone.
    guard number == 10 else { return !living.isEmpty }
    let isInitialisingGlobal = oncePerStack(\.isInitialisingGlobal)
    let globals = living.filter { _, entry in
      guard case .made(let location) = entry.origin else { return false }
      return isInitialisingGlobal(location)
    }.map(\.index)
    lock.withLock { self.globals.formUnion(globals) }
    return living.count > globals.count
  }

  func add(_ object: AnyObject, name: String?, location: String) {
    add(Entry(object, name: name, origin: .tracked(location)))
  }

  @Sendable func didCreate(_ object: AnyObject) {
    add(Entry(object, origin: .made(.current())))
  }

  private func add(_ entry: Entry) {
    lock.withLock { entries.append(entry) }
  }

  private var living: [(index: Int, entry: Entry)] {
    let (entries, globals) = lock.withLock { (self.entries, self.globals) }
    // Outside the lock, because loading a weak reference retains the object briefly, so its deinit may run on this
    // thread.
    return entries.enumerated().filter { $1.object != nil && !globals.contains($0) }.map { ($0, $1) }
  }

  /// The objects that are still alive: first those that the test tracked, then subscriptions and observations, which
  /// usually hold the others, and then sources and operators.
  func leaks(scope: String) -> [Leak] {
    var tracked: [Leak] = []
    var subscriptions: [Leak] = []
    var sources: [Leak] = []
    let line = oncePerStack { $0.isInitialisingGlobal ? nil : $0.line ?? scope }
    let living = living
    let trackedObjects = Set(
      living.compactMap { _, entry in
        if case .tracked = entry.origin { entry.object.map(ObjectIdentifier.init) } else { nil }
      })
    for (_, entry) in living {
      switch entry.origin {
      case .tracked(let location): tracked.append(Leak(name: entry.name, location: location, isTracked: true))
      case .made(let location):
        if let object = entry.object, trackedObjects.contains(ObjectIdentifier(object)) { continue }
        guard let line = line(location) else { continue }
        let leak = Leak(name: entry.name, location: line, isTracked: false)
        if entry.isSubscription { subscriptions.append(leak) } else { sources.append(leak) }
      }
    }
    return tracked + subscriptions + sources
  }
}

/// Remembers the results of `lookUp`, which is slow: objects made in a loop have the same call stack.
private func oncePerStack<Value>(_ lookUp: @escaping (SourceLocation) -> Value) -> (SourceLocation) -> Value {
  var known: [String: Value] = [:]
  return { location in
    let stack = location.stackText
    let value = known[stack] ?? lookUp(location)
    known.updateValue(value, forKey: stack)
    return value
  }
}
