/// Compares two values by their contents, for types without `==`, such as most errors.
///
/// Values of different types differ. `Equatable` values are compared with `==`, all others part by part. In cyclic
/// object graphs, each pair of objects is compared only once. The comparison is iterative, so nesting depth is
/// unlimited, except within dictionaries and superclasses.
struct ContentComparison {
  /// The outcome of a comparison. A path names a part, such as `request.headers`; it is empty for the whole value.
  enum Result: Equatable {
    case equal
    case different(path: String)
    /// All comparable parts are equal, but this part cannot be compared. `reason` is a predicate that completes a
    /// sentence beginning with the path, such as "cannot be copied".
    case incomparable(path: String, reason: String)
  }

  let result: Result

  private typealias Pair = (left: Any, right: Any, path: String)

  init(_ left: Any, _ right: Any) {
    var visited: Set<ObjectPair> = []
    self.init(left, right, visited: &visited)
  }

  /// - Parameter visited: pairs of objects that have been compared already.
  private init(_ left: Any, _ right: Any, visited: inout Set<ObjectPair>) {
    var pending: [Pair] = [(left, right, "")]
    var obstacle: Result?
    while let pair = pending.popLast() {
      let step = Self.compare(pair, visited: &visited)
      pending += step.parts.reversed()
      switch step.result {
      case .equal: continue
      case .different:
        result = step.result
        return
      case .incomparable: obstacle = obstacle ?? step.result
      }
    }
    result = obstacle ?? .equal
  }

  /// A pair of objects compared with each other.
  private struct ObjectPair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }

  /// The result for a pair so far, and the parts still to be compared.
  private struct Step {
    var result: Result
    var parts: [Pair] = []
  }

  private static func compare(_ pair: Pair, visited: inout Set<ObjectPair>) -> Step {
    let (left, right, path) = pair
    guard type(of: left) == type(of: right) else { return Step(result: .different(path: path)) }
    if let left = left as? any Equatable {
      return Step(result: isEqual(left, right) ? .equal : .different(path: path))
    }
    if let left = left as? Any.Type, let right = right as? Any.Type {
      return Step(result: left == right ? .equal : .different(path: path))
    }
    let (one, other) = (Mirror(reflecting: left), Mirror(reflecting: right))
    switch one.displayStyle {
    case .class:
      let objects = ObjectPair(left: ObjectIdentifier(left as AnyObject), right: ObjectIdentifier(right as AnyObject))
      if objects.left == objects.right || !visited.insert(objects).inserted { return Step(result: .equal) }
    case .dictionary: return Step(result: compareDictionaries(one, other, path, visited: &visited))
    case .enum where one.children.isEmpty && other.children.isEmpty:
      return Step(result: compareCases(left, right, path))
    case nil where one.children.isEmpty:
      return Step(result: .incomparable(path: path, reason: "is of the type \(type(of: left)), which shows no parts"))
    default: break
    }
    var step = parts(of: one, other, path)
    if step.result == .equal, left is any CustomReflectable, !isCollection(one) {
      step.result = .incomparable(path: path, reason: "shows only what its own mirror says")
    }
    return step
  }

  private static func isCollection(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .collection, .set, .tuple, .optional: true
    default: false
    }
  }

  private static func isEqual<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { right as? Left == left }

  // MARK: - Parts

  /// Pairs up the parts of both values, including inherited ones.
  private static func parts(of left: Mirror, _ right: Mirror, _ path: String) -> Step {
    guard left.children.count == right.children.count else { return Step(result: .different(path: path)) }
    var step = Step(result: .equal)
    for (index, (one, other)) in zip(left.children, right.children).enumerated() {
      // For an enum case with a payload, the label is the case name, so different cases return here.
      guard one.label == other.label else { return Step(result: .different(path: path)) }
      let part = join(path, one.label ?? "[\(index)]")
      // An object's mirror shows a noncopyable property, such as a Mutex, as `()`, which says nothing about its
      // contents.
      if left.displayStyle == .class, one.value is Void {
        step.result = .incomparable(path: part, reason: "cannot be copied")
      }
      step.parts.append((one.value, other.value, part))
    }
    if let one = left.superclassMirror, let other = right.superclassMirror {
      let inherited = parts(of: one, other, path)
      step.parts += inherited.parts
      if step.result == .equal || inherited.result == .different(path: path) { step.result = inherited.result }
    }
    return step
  }

  private static func join(_ path: String, _ label: String) -> String {
    if path.isEmpty || label.hasPrefix("[") { return path + label }
    return label.hasPrefix(".") ? path + label : "\(path).\(label)"
  }

  /// Compares enum cases without payloads. A custom description may hide the case name; errors are then compared by
  /// their code, which is the case index by default.
  private static func compareCases(_ left: Any, _ right: Any, _ path: String) -> Result {
    if String(describing: left) != String(describing: right) { return .different(path: path) }
    if !(left is any CustomStringConvertible || left is any CustomDebugStringConvertible) { return .equal }
    guard let left = left as? any Error, let right = right as? any Error else {
      return .incomparable(path: path, reason: "is a case of \(type(of: left)), which describes itself")
    }
    return code(of: left) == code(of: right) ? .equal : .different(path: path)
  }

  /// The number of an error's case, even if `CustomNSError` gives the error another code.
  private static func code(of error: some Error) -> Int { _getDefaultErrorCode(error) }

  /// For each entry, looks for an equal one in the other dictionary, because dictionaries have no order.
  private static func compareDictionaries(
    _ left: Mirror, _ right: Mirror, _ path: String, visited: inout Set<ObjectPair>
  ) -> Result {
    guard left.children.count == right.children.count else { return .different(path: path) }
    var others = right.children.map(\.value)
    var obstacle: Result?
    for entry in left.children.map(\.value) {
      var found: Int?
      for (index, other) in others.enumerated() {
        // Keep the visited pairs of a failed attempt out of `visited`.
        var trial = visited
        let result = ContentComparison(entry, other, visited: &trial).result
        if case .different = result { continue }
        if result != .equal { obstacle = .incomparable(path: path, reason: "has an entry that cannot be compared") }
        visited = trial
        found = index
        break
      }
      guard let found else { return .different(path: path) }
      others.remove(at: found)
    }
    return obstacle ?? .equal
  }
}
