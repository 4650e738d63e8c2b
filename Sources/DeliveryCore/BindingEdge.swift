import Synchronization

/// A bound value in the graph of bindings.
package final class BindingNode: @unchecked Sendable {
  // Guarded by the graph's lock. A value that is bound to another twice is there twice.
  fileprivate var targets: [BindingNode] = []
  fileprivate var sources: [BindingNode] = []
  /// The version of the graph for which the value was found to be in no ring, and behind none.
  private var freeAt: UInt64 = 0
  /// The last walk that has passed.
  private var walk: UInt64 = 0
  /// The ring that the value was last found to be in, and the version of the graph for that.
  fileprivate var ring: (number: UInt64, version: UInt64) = (0, 0)

  package init() {}

  /// Whether nothing is bound to the value, nor it to anything. Called under the lock.
  fileprivate var isAlone: Bool { targets.isEmpty && sources.isEmpty }

  /// Whether it is easily seen that the value is in no ring: by walking back along values that are bound to one source each. So
  /// a chain, along which changes pass in order, is not searched for each of its bindings. Called under the lock.
  fileprivate func isFree(at version: UInt64, walk: UInt64) -> Bool {
    var (node, passed) = (self, [BindingNode]())
    while node.freeAt != version, node.walk != walk {
      node.walk = walk
      passed.append(node)
      guard node.sources.count == 1 else { break }
      node = node.sources[0]
    }
    if node.freeAt != version, !node.sources.allSatisfy({ $0.freeAt == version }) { return false }
    for node in passed { node.freeAt = version }
    return true
  }
}

/// A one-way binding in the graph of bindings, or one way of a two-way one. It retains no value.
public final class BindingEdge: @unchecked Sendable {
  /// How the next change meets the target's.
  enum Passage {
    /// By rank.
    case ranked
    /// It counts as set now: it is the value with which a one-way binding begins.
    case asSet
    /// The target takes it, if it is in no other binding: it is the value with which a two-way binding begins.
    case unconditional
  }

  /// Whether a binding is part of a ring: whether bindings lead from its target back to its source.
  package struct Ring {
    let isClosed: Bool
    /// Whether it was the last time that a change passed.
    let wasClosed: Bool
  }

  /// Guards the graph. Held for as long as a ring is looked for.
  private static let lock = Lock()
  /// The number of changes of the graph.
  private static let version = Atomic<UInt64>(1)
  /// The last number given to a binding or to a walk.
  private static let last = Atomic<UInt64>(0)

  /// Unique among all bindings, for trails.
  let number = last.wrappingAdd(1, ordering: .relaxed).newValue
  /// Whether it is a way of a two-way binding, which is a ring of its own.
  private let isTwoWay: Bool
  /// Whether the values that pass are transformed.
  let transforms: Bool
  /// Guarded by the target's lock.
  var passage: Passage
  /// Several if they are the sources of a combination.
  private let sources: [BindingNode]
  private let target: BindingNode
  private let hasEnded = Atomic(false)
  /// The version for which a ring was last looked for, and in the lowest bit, whether there was one.
  private let answer = Atomic<UInt64>(0)

  /// A one-way binding.
  ///
  /// - Parameter setsTarget: whether it begins with the current value, for which the target counts as set now.
  package convenience init(
    from sources: [BindingNode], to target: BindingNode, setsTarget: Bool, transforms: Bool = false
  ) {
    self.init(from: sources, to: target, setsTarget ? .asSet : .ranked, isTwoWay: false, transforms: transforms)
  }

  fileprivate init(
    from sources: [BindingNode], to target: BindingNode, _ passage: Passage, isTwoWay: Bool = true,
    transforms: Bool = false
  ) {
    (self.sources, self.target, self.passage) = (sources, target, passage)
    (self.isTwoWay, self.transforms) = (isTwoWay, transforms)
    Self.lock.withLock {
      if passage == .unconditional, !target.isAlone { self.passage = .ranked }
      for source in sources {
        source.targets.append(target)
        target.sources.append(source)
      }
      Self.version.wrappingAdd(1, ordering: .releasing)
    }
  }

  deinit { end() }

  /// Ends the binding. May be called repeatedly.
  package func end() {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    Self.lock.withLock {
      for source in sources {
        if let index = source.targets.lastIndex(where: { $0 === target }) { source.targets.remove(at: index) }
        if let index = target.sources.lastIndex(where: { $0 === source }) { target.sources.remove(at: index) }
      }
      Self.version.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Whether the binding has ended. The calls that were then under way must not set the target, which may be bound anew.
  var isEnded: Bool { hasEnded.load(ordering: .acquiring) }

  /// Whether the target is in no other binding.
  var isAlone: Bool {
    Self.lock.withLock { (target.targets + target.sources).allSatisfy { end in sources.contains { $0 === end } } }
  }

  /// Called by one thread at a time, before the target's lock is acquired.
  package var ring: Ring {
    let known = answer.load(ordering: .relaxed)
    let wasClosed = known & 1 != 0
    if isTwoWay {
      if !wasClosed { answer.store(1, ordering: .relaxed) }
      return Ring(isClosed: true, wasClosed: wasClosed)
    }
    if known >> 1 == Self.version.load(ordering: .acquiring) { return Ring(isClosed: wasClosed, wasClosed: wasClosed) }
    return Self.lock.withLock {
      let version = Self.version.load(ordering: .relaxed)
      let isClosed = !target.targets.isEmpty && sources.contains { findRing(through: $0, at: version) }
      answer.store(version << 1 | (isClosed ? 1 : 0), ordering: .relaxed)
      return Ring(isClosed: isClosed, wasClosed: wasClosed)
    }
  }

  /// Called under the lock.
  private func findRing(through source: BindingNode, at version: UInt64) -> Bool {
    // The next binding of a ring that was found.
    if source.ring.version == version, source.ring == target.ring { return true }
    let number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    if source.isFree(at: version, walk: number) { return false }
    let path = Self.path(from: target, to: source)
    for node in path { node.ring = (number, version) }
    return !path.isEmpty
  }

  /// The values through which bindings lead from `start` to `end`, in any order; empty if none do. Called under the lock.
  private static func path(from start: BindingNode, to end: BindingNode) -> [BindingNode] {
    if start === end { return [start] }
    // From both ends, and first where fewer bindings are: of many values bound to one, each finds its ring in one step.
    var (ahead, behind) = ([start], [end])
    // Each value that was reached, and the one before it.
    var (reached, reaching) = ([ObjectIdentifier(start): start], [ObjectIdentifier(end): end])
    while let first = ahead.last, let last = behind.last {
      if first.targets.count <= last.sources.count {
        ahead.removeLast()
        for node in first.targets where reached.add(node, after: first) {
          if reaching[ObjectIdentifier(node)] != nil { return reached.chain(from: node) + reaching.chain(from: node) }
          ahead.append(node)
        }
      } else {
        behind.removeLast()
        for node in last.sources where reaching.add(node, after: last) {
          if reached[ObjectIdentifier(node)] != nil { return reached.chain(from: node) + reaching.chain(from: node) }
          behind.append(node)
        }
      }
    }
    return []
  }
}

extension [ObjectIdentifier: BindingNode] {
  /// Notes that a search has reached `node` after `former`. Returns `false` if it had reached it before.
  fileprivate mutating func add(_ node: BindingNode, after former: BindingNode) -> Bool {
    if self[ObjectIdentifier(node)] != nil { return false }
    self[ObjectIdentifier(node)] = former
    return true
  }

  /// The values that lead to `node`, from where the search began.
  fileprivate func chain(from node: BindingNode) -> [BindingNode] {
    var chain = [node]
    while let former = self[ObjectIdentifier(chain[chain.count - 1])], former !== chain[chain.count - 1] {
      chain.append(former)
    }
    return chain
  }
}

/// The two ways of a two-way binding.
package struct BindingEdges: Sendable {
  package let forth, back: BindingEdge
  /// Whether the first side's value must rank anew, because the second side's, or what is under way there, may outrank it.
  let needsRenewal: Bool

  package init(_ first: BindingNode, bothWays second: BindingNode, setsSecond: Bool = true) {
    forth = BindingEdge(from: [first], to: second, setsSecond ? .unconditional : .ranked)
    back = BindingEdge(from: [second], to: first, .ranked)
    needsRenewal = setsSecond && forth.passage == .ranked
  }

  /// Ends both. May be called repeatedly.
  package func end() {
    forth.end()
    back.end()
  }
}
