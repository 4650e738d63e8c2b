/// An object that was to be gone at the end of a scope, and is not.
public struct Leak: Sendable, CustomStringConvertible {
  /// What it is: the name that it was given, or its type.
  public let name: String

  /// Where it was made, subscribed or tracked, as `File.swift:12`; the place of the scope if that is not known.
  public let place: String

  /// Whether the test named the object itself; others were made by a subscription or by an operator.
  public let isTracked: Bool

  /// The name and the place.
  public var description: String { "\(name), \(isTracked ? "tracked" : "made") at \(place)" }
}

/// Thrown when objects outlive the scope of a ``LeakTracker``.
public struct LeakError: Error, Sendable, CustomStringConvertible {
  /// What stayed.
  public let leaks: [Leak]

  /// Where the scope is, as `Module/File.swift:12`.
  public let scope: String

  /// What stayed, by the place where it was made, and where to look for what holds it.
  ///
  ///     2 objects outlive the leak tracker's scope at SearchTests/SearchTests.swift:20:
  ///     - tracked at SearchTests.swift:21: SearchModel
  ///     - made at SearchModel.swift:14: DebounceSink<String>
  ///     Something still refers to them: look for a closure that holds its owner, or a DisposeBag or token that lives on.
  public var description: String {
    var places: [(heading: String, names: [(name: String, count: Int)])] = []
    for leak in leaks {
      let heading = "\(leak.isTracked ? "tracked" : "made") at \(leak.place)"
      let place = places.firstIndex { $0.heading == heading } ?? places.endIndex
      if place == places.endIndex { places.append((heading, [])) }
      if let name = places[place].names.firstIndex(where: { $0.name == leak.name }) {
        places[place].names[name].count += 1
      } else {
        places[place].names.append((leak.name, 1))
      }
    }
    let lines = places.map { place in
      let names = place.names.map { $0.count == 1 ? $0.name : "\($0.count) \($0.name)" }
      return "- \(place.heading): \(names.joined(separator: ", "))"
    }
    let count = leaks.count == 1 ? "1 object outlives" : "\(leaks.count) objects outlive"
    return """
      \(count) the leak tracker's scope at \(scope):
      \(lines.joined(separator: "\n"))
      Something still refers to \(leaks.count == 1 ? "it" : "them"): look for a closure that holds its owner, or a \
      DisposeBag or token that lives on.
      """
  }
}
