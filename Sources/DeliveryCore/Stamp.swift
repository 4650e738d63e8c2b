import Synchronization

// Public for the same reason as `Audience`.

/// A point in the program-wide order of changes to bound values. A value that was never bound has no stamp.
///
/// A bound value is a last-writer-wins register: it takes a change whose stamp is newer than its own, and drops any
/// other. Bindings of any shape therefore come to rest, with equal values at both ends of each two-way binding:
///
/// - A set draws a stamp under the value's lock, and bindings pass it on. A value's stamp only increases, so no change
///   goes round a ring for ever. (A `PublishSubject` passes everything on, but only Bindables are bound to it.)
/// - A two-way binding passes on the changes of both sides, in order. So once none is pending, neither side has a newer
///   stamp than the other, and equal stamps mean the same change, unless transforms of one source set both sides.
/// - Creating a binding counts as setting the second side, with a stamp that the binding draws. An earlier change that
///   reaches the first side late is passed on once, with a later step of that stamp: the steps keep its order.
/// - A combination draws a later step of the newest stamp among its sources and its former one. In a ring each step is
///   deeper than the one before, and ends at `maximumDepth`: from there a combination passes on its source's stamp.
@frozen public struct Stamp: Comparable, Hashable, Sendable {
  /// The number that the set drew.
  @usableFromInline let set: UInt64
  /// The number that the step drew and, in the lowest eight bits, the depth; zero for the set itself.
  @usableFromInline let step: UInt64

  private static let depthBits: UInt64 = 8
  private static let lastNumber = Atomic<UInt64>(0)

  @inlinable
  init(set: UInt64, step: UInt64 = 0) {
    self.set = set
    self.step = step
  }

  /// The stamp of a value that was never bound.
  @inlinable @inline(__always)
  public static var none: Stamp { Stamp(set: 0) }

  /// Draws a stamp that is greater than all earlier ones.
  package static func next() -> Stamp { Stamp(set: draw()) }

  private static func draw() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool {
    one.set == other.set ? one.step < other.step : one.set < other.set
  }

  /// The greatest depth of a stamp.
  package static let maximumDepth: UInt64 = 1 << depthBits - 1

  /// The number of combinations that led to the change, one from the other.
  package var depth: UInt64 { step & Self.maximumDepth }

  /// Whether both are stamps of one set: the set itself, or steps of it.
  package func isSameSet(as other: Stamp) -> Bool { set == other.set }

  /// Draws a stamp that is greater than all earlier ones of the same set.
  package func laterStep(depth: UInt64) -> Stamp { Stamp(set: set, step: Self.draw() << Self.depthBits | depth) }
}

/// The state of one binding: decides whether it passes a change on, and with which stamp. See ``Stamp``.
package final class BindingLink: @unchecked Sendable {
  private let lock = Lock()
  /// The binding's stamp; `nil` before ``join()``. Guarded by the lock, like the other properties.
  @exclusivity(unchecked) private var joined: Stamp?
  /// The newest stamp passed on. Only newer changes are passed on, so no change returns through the binding by which it
  /// arrived.
  @exclusivity(unchecked) private var newest = Stamp.none
  /// The stamp of the value passed on by ``take(_:)``.
  @exclusivity(unchecked) private var taken: Stamp?

  /// - Parameter joins: whether the second side takes the first side's value at the start. If so, nothing is passed on
  ///   before ``join()``.
  package init(joins: Bool) {
    joined = joins ? nil : Stamp.none
  }

  /// Draws the binding's stamp. Call it after starting to observe the second side and before starting to observe the
  /// first, so that each change of the second side is either older than the binding or passed back.
  package func join() {
    lock.withLock { joined = .next() }
  }

  /// Returns the stamp with which the second side takes the first side's current value, or `nil` if the second side
  /// must not take the value. `stamp` is the value's own. The change that set the value may be delivered later, and is
  /// then not passed on again.
  package func take(_ stamp: Stamp) -> Stamp? {
    lock.withLock {
      guard let joined else { return nil }
      taken = stamp
      return pass(max(joined, stamp))
    }
  }

  /// Returns the stamp with which the second side takes a change of the first, or `nil` if the second side must not
  /// take the change.
  package func forth(_ stamp: Stamp, isReplay: Bool = false) -> Stamp? {
    lock.withLock {
      guard let joined else { return nil }
      if isReplay { return pass(max(joined, stamp)) }
      if let taken, stamp <= taken { return nil }
      // Equal stamps: the second side's first value, which has come back to the first side around a ring.
      if stamp >= joined { return pass(stamp) }
      return pass(joined.laterStep(depth: stamp.depth))
    }
  }

  /// Returns the stamp with which the first side takes a change of the second, or `nil` if the change was made before
  /// the binding, came from the first side, or has been overtaken.
  package func back(_ stamp: Stamp) -> Stamp? {
    lock.withLock {
      guard let joined, stamp > joined else { return nil }
      return pass(stamp)
    }
  }

  private func pass(_ stamp: Stamp) -> Stamp? {
    guard stamp > newest else { return nil }
    newest = stamp
    return stamp
  }
}
