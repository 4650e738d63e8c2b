import DeliveryCore
import Synchronization

/// Computes a derived value from its roots, and identifies the derived value to its observations.
final class Formula<Value>: @unchecked Sendable {
  private let compute: (Reading) -> Value
  /// The number of times this formula is used as a part of others.
  private let uses = Atomic<Int>(0)

  init(_ compute: @escaping (Reading) -> Value) {
    self.compute = compute
  }

  /// Returns this formula for use as a part of another one, and counts the use.
  func asPart() -> Formula {
    uses.wrappingAdd(1, ordering: .relaxed)
    return self
  }

  /// Computes the value for one reading. A formula used more than once is computed only once for each reading, because
  /// the number of paths to a root may grow exponentially.
  func value(in reading: Reading) -> Value {
    if uses.load(ordering: .relaxed) < 2 { return compute(reading) }
    let identity = ObjectIdentifier(self)
    if let known = reading.computed[identity] { return unsafeDowncast(known, to: Box<Value>.self).value }
    let value = compute(reading)
    reading.computed[identity] = Box(value)
    return value
  }
}

/// A value as an object: in generic code, each use of a `Value?` or an array of values costs a metadata look-up.
final class Box<Value> {
  @exclusivity(unchecked) var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// The values of a derived value's roots at one moment, as a linked list. Most derived values have one root, and so
/// need only one object.
class Reading {
  let root: ObjectIdentifier
  /// The root's version at that moment.
  let version: UInt64
  /// The value's stamp; `.none` unless the value has been bound.
  let stamp: Stamp
  /// The next root's sample.
  let next: Reading?
  /// Cached results for this reading, by formula.
  @exclusivity(unchecked) fileprivate final var computed: [ObjectIdentifier: AnyObject] = [:]

  fileprivate init(of root: ObjectIdentifier, version: UInt64, stamp: Stamp, next: Reading?) {
    self.root = root
    self.version = version
    self.stamp = stamp
    self.next = next
  }

  /// Reads all roots at one moment, under all their locks. The samples are in the order of `roots`.
  ///
  /// Waits for a lock only while it holds no other, and then tries the rest: the body of `modify` may hold the lock of
  /// one root and wait for that of another.
  static func newest(of roots: [AnyBindableStore]) -> Reading {
    for root in roots { root.stopIfModifying() }
    var first = 0
    while true {
      roots[first].delivery.lock.lock()
      guard let busy = roots.indices.first(where: { $0 != first && !roots[$0].delivery.lock.tryLock() }) else { break }
      for index in roots.indices where index < busy || index == first { roots[index].delivery.lock.unlock() }
      first = busy
    }
    defer { for root in roots { root.delivery.lock.unlock() } }
    return roots.dropLast().reversed().reduce(roots[roots.count - 1].sample(next: nil)) { $1.sample(next: $0) }
  }

  /// Whether `roots` still have these versions. Versions only increase, so if each is unchanged when it is checked, all
  /// were unchanged at the first check.
  static func areCurrent(_ versions: [UInt64], of roots: [AnyBindableStore]) -> Bool {
    for index in versions.indices where roots[index].version != versions[index] { return false }
    return true
  }

  /// Calls `body` with each sample and its index.
  @inline(__always)
  final func forEachSample(_ body: (Int, Reading) -> Void) {
    var (index, sample) = (0, self)
    while true {
      body(index, sample)
      guard let next = sample.next else { return }
      (index, sample) = (index + 1, next)
    }
  }

  final var versions: [UInt64] {
    if next == nil { return [version] }
    var versions: [UInt64] = []
    versions.reserveCapacity(4)
    forEachSample { versions.append($1.version) }
    return versions
  }

  final func sample(of root: ObjectIdentifier) -> Reading {
    var sample = self
    while sample.root != root {
      guard let next = sample.next else { preconditionFailure("A reading lacks one of the roots.") }
      sample = next
    }
    return sample
  }
}

/// The value of one root, as an object, which generic code can handle without looking up the layout of `Value`.
final class Sample<Value>: Reading {
  let value: Value

  required init(of root: ObjectIdentifier, _ value: Value, version: UInt64, stamp: Stamp, next: Reading? = nil) {
    self.value = value
    super.init(of: root, version: version, stamp: stamp, next: next)
  }
}
