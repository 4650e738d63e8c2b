import Synchronization

// Public for the same reason as `Audience`.

/// A point in the order of all sets of bound values in the program. A value that was never bound has none.
///
/// A bound value is a last-writer-wins register: it takes a change that is newer than its own, and drops any other. Why
/// bindings of any shape come to rest, with equal values at both ends of each two-way binding:
///
/// - A set draws a new stamp under the lock of its value, and bindings pass on both value and stamp. The stamp of a
///   value only increases, so the value takes each set at most once, and every ring ends. A PublishSubject holds no
///   value and passes everything on, but each binding has a Bindable at one end.
/// - A two-way binding passes on the changes of both sides, in order. So at rest neither side has a newer stamp than
///   the other, and equal stamps mean the same set.
/// - Creating a binding counts as a set of the second side, with a stamp that the binding draws. The first side keeps
///   its own. A change that is older than the binding and reaches the first side late counts as made when the two were
///   bound: the binding gives it the next step of its own stamp, in the order of the first side. So both sides still
///   have one order. Each such change reaches the first side once, so the number of steps is finite.
@frozen public struct Stamp: Comparable, Hashable, Sendable {
  /// The number of the set, and in the lowest eight bits the step.
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

  /// Draws a stamp that is greater than all earlier ones.
  package static func next() -> Stamp {
    Stamp(bits: lastSet.wrappingAdd(1, ordering: .relaxed).newValue << stepBits)
  }

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool { one.bits < other.bits }

  /// The next step of the same set, or `nil` after the last one.
  package var nextStep: Stamp? {
    let next = bits &+ 1
    return next >> Self.stepBits == bits >> Self.stepBits ? Stamp(bits: next) : nil
  }

  /// Whether this is the stamp of a later set than `other`, not only of a later step.
  package func isLaterSet(than other: Stamp) -> Bool { bits >> Self.stepBits > other.bits >> Self.stepBits }
}
