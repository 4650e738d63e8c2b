import Synchronization

// Public for the same reason as `Audience`.

/// When a bound value was set: greater for later sets, in the whole program. A value that was never bound has none.
///
/// A bound value is a register of which the last set wins: it takes a change that is newer than what it holds, and drops any
/// other. Why bindings of any shape come to rest, with equal values at both ends of each two-way binding:
///
/// - A set takes a new stamp under the lock of its value, and the bindings pass value and stamp on. What a value holds only
///   becomes newer, so it takes each set at most once, and every ring ends. What holds no value, as a PublishSubject, passes
///   all on; but each binding has a Bindable at one end.
/// - A two-way binding passes each change of either side on, in order. So at rest neither side holds a newer stamp than the
///   other, and equal stamps are the same set.
/// - A binding that is made counts as a set of the second side, whose stamp the binding draws. The first side keeps its own.
///   A change that is older than the binding and reaches the first side late counts as made when they were bound: the
///   binding gives it the next step of its own stamp, in the order of the first side. So both sides still have one order.
///   It reaches the first side once, so there are finitely many such steps.
@frozen public struct Stamp: Comparable, Hashable, Sendable {
  /// The number of the set, above a small number of steps.
  @usableFromInline let bits: UInt64

  private static let stepBits: UInt64 = 8
  private static let lastSet = Atomic<UInt64>(0)

  @inlinable
  init(bits: UInt64) {
    self.bits = bits
  }

  /// The stamp of a value that was never bound.
  @inlinable @inline(__always)
  public static var none: Stamp { Stamp(bits: 0) }

  /// A stamp that is greater than all before.
  package static func next() -> Stamp {
    Stamp(bits: lastSet.wrappingAdd(1, ordering: .relaxed).newValue << stepBits)
  }

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool { one.bits < other.bits }

  /// The next step of the same set, or `nil` if there are too many.
  package var nextStep: Stamp? {
    let next = bits &+ 1
    return next >> Self.stepBits == bits >> Self.stepBits ? Stamp(bits: next) : nil
  }

  /// Whether this is another set than `other`, and a later one.
  package func isLaterSet(than other: Stamp) -> Bool { bits >> Self.stepBits > other.bits >> Self.stepBits }
}
