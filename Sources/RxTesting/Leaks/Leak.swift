/// An object that outlived the scope of a ``LeakTracker``.
public struct Leak: Sendable, CustomStringConvertible {
  /// The name that the test gave the object, or the object's type.
  public let name: String

  /// Where the object was made, subscribed or tracked; the scope's location if that is unknown.
  ///
  /// Written as `Module/File.swift:12` if the test tracked the object or this is the scope's location; otherwise as
  /// `File.swift:12`.
  public let location: String

  /// Whether the test tracked the object itself; otherwise the object was observed because it was made in the scope.
  public let isTracked: Bool

  /// The name and the location.
  public var description: String { "\(name), \(isTracked ? "tracked" : "made") at \(location)" }
}

/// Thrown when objects outlive the scope of a ``LeakTracker``.
public struct LeakError: Error, Sendable, CustomStringConvertible {
  /// The objects that are still alive: tracked objects first, then subscriptions and observations, then sources.
  public let leaks: [Leak]

  /// The scope's location, as `Module/File.swift:12`.
  public let scope: String

  /// The leaked objects, grouped by location, followed by advice. Lines with subscriptions and observations come before
  /// those with only sources and operators, which are usually alive because a subscription holds them.
  ///
  ///     2 objects outlive the leak tracker's scope at SearchTests/SearchTests.swift:20:
  ///     - tracked at SearchTests/SearchTests.swift:21: SearchModel
  ///     - made at SearchModel.swift:14: DebounceSink<String>
  ///     Something still refers to them: look for a closure that captures its owner or what it observes, or a
  ///     DisposeBag or token that is not released. Make objects that may outlive the scope inside allow(_:).
  public var description: String {
    var locations: [(heading: String, names: [(name: String, count: Int)])] = []
    for leak in leaks {
      let heading = "\(leak.isTracked ? "tracked" : "made") at \(leak.location)"
      let index = locations.firstIndex { $0.heading == heading } ?? locations.endIndex
      if index == locations.endIndex { locations.append((heading, [])) }
      if let name = locations[index].names.firstIndex(where: { $0.name == leak.name }) {
        locations[index].names[name].count += 1
      } else {
        locations[index].names.append((leak.name, 1))
      }
    }
    let lines = locations.map { location in
      let names = location.names.map { $0.count == 1 ? $0.name : "\($0.count) \($0.name)" }
      return "- \(location.heading): \(names.joined(separator: ", "))"
    }
    let count = leaks.count == 1 ? "1 object outlives" : "\(leaks.count) objects outlive"
    return """
      \(count) the leak tracker's scope at \(scope):
      \(lines.joined(separator: "\n"))
      Something still refers to \(leaks.count == 1 ? "it" : "them"): look for a closure that captures its owner or \
      what it observes, or a DisposeBag or token that is not released. Make objects that may outlive the scope inside allow(_:).
      """
  }
}
