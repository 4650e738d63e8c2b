import DeliveryCore
public import Dispatch

/// Finds what outlives a test: the objects that the test names, and in debug builds each subscription, observable,
/// subject and `Bindable` that is made in its scope.
///
///     @Test func closesProperly() throws {
///       try LeakTracker.run { leaks in
///         let model = SearchModel()
///         leaks.track(model)
///         model.results.subscribe(onNext: show).disposed(by: model.bag)
///       }
///     }
///
/// What is still there when the closure has returned is told with the file and line where it was made. A tracker sees
/// what its own scope makes, on the calling thread or in the calling task and its children: tests that run at the same
/// time do not disturb it. In release builds, and for what other threads make, only what is named with ``track(_:_:file:line:)``
/// is watched.
public final class LeakTracker: Sendable {
  private let watched = WatchedObjects()
  private let scope: String

  private init(file: StaticString, line: UInt) {
    scope = "\(file):\(line)"
  }

  /// Runs `body`, and throws a ``LeakError`` if something that was made or tracked in it is still there afterwards.
  ///
  /// What another thread is just letting go of has `patience` to go; if all has gone at once nothing is waited for. A scope
  /// whose objects are let go of by work of the main queue or of this actor is an `async` one.
  public static func run<Result>(
    patience: DispatchTimeInterval = .seconds(1), file: StaticString = #fileID, line: UInt = #line,
    _ body: (LeakTracker) throws -> Result
  ) throws -> Result {
    let tracker = LeakTracker(file: file, line: line)
    let result = try CreationWatch.withWatcher(tracker.watched) { try body(tracker) }
    let deadline = DispatchTime.now() + patience
    let never = DispatchSemaphore(value: 0)
    while tracker.watched.hasLiving, DispatchTime.now() < deadline {
      _ = never.wait(timeout: .now() + .milliseconds(1))
    }
    try tracker.check()
    return result
  }

  /// The same for a body that suspends.
  public static func run<Result>(
    patience: DispatchTimeInterval = .seconds(1), file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: (LeakTracker) async throws -> Result
  ) async throws -> Result {
    let tracker = LeakTracker(file: file, line: line)
    let result = try await CreationWatch.withWatcher(tracker.watched) { try await body(tracker) }
    let deadline = DispatchTime.now() + patience
    while tracker.watched.hasLiving, DispatchTime.now() < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
    try tracker.check()
    return result
  }

  /// Watches `object`, which must be gone at the end of the scope. Returns it.
  @discardableResult
  public func track<Object: AnyObject>(
    _ object: Object, _ name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Object {
    watched.add(object, name: name, place: "\(file):\(line)")
    return object
  }

  private func check() throws {
    let leaks = watched.leaks(scope: scope)
    if !leaks.isEmpty { throw LeakError(leaks: leaks, scope: scope) }
  }
}

/// What must go, known weakly.
private final class WatchedObjects: CreationWatcher, @unchecked Sendable {  // The lock guards the list.
  private struct Entry {
    weak var object: AnyObject?
    let name: String
    /// Where the test named it, or where it was made.
    let place: Place
  }

  private enum Place {
    case named(String)
    case made(CodePlace)
  }

  private let lock = Lock()
  private var entries: [Entry] = []

  var hasLiving: Bool { lock.withLock { entries.contains { $0.object != nil } } }

  func add(_ object: AnyObject, name: String?, place: String) {
    add(Entry(object: object, name: name ?? "\(type(of: object))", place: .named(place)))
  }

  func didCreate(_ object: AnyObject) {
    add(Entry(object: object, name: "\(type(of: object))", place: .made(.here())))
  }

  private func add(_ entry: Entry) {
    lock.withLock { entries.append(entry) }
  }

  /// What is still there, the objects that the test named first.
  func leaks(scope: String) -> [Leak] {
    var named: [Leak] = []
    var made: [Leak] = []
    for entry in lock.withLock({ entries }) where entry.object != nil {
      switch entry.place {
      case .named(let place): named.append(Leak(name: entry.name, place: place, isTracked: true))
      case .made(let place): made.append(Leak(name: entry.name, place: place.describe() ?? scope, isTracked: false))
      }
    }
    return named + made
  }
}
