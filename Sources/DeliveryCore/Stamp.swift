import Synchronization

// Public for the same reason as `Audience`.

/// A point in the program-wide order of changes to bound values. A value that was never bound has no stamp.
///
/// A bound value is a last-writer-wins register: it takes a change whose stamp is newer than its own, and drops any
/// other. Bindings of any shape therefore come to rest, with equal values at both ends of each two-way binding:
///
/// - Setting a value draws a new stamp under the value's lock, and bindings pass on the value with its stamp. A value's
///   stamp only increases, so the value takes each change at most once, and no change goes round a ring for ever. A
///   `PublishSubject` holds no value and passes everything on, but is bound only to Bindables, which stop the change.
/// - A two-way binding passes on the changes of both sides, in order. So once no change is pending, neither side has a
///   newer stamp than the other, and equal stamps mean the same change.
/// - Creating a binding counts as setting the second side, with a stamp that the binding draws. The first side keeps
///   its own stamp. A change that is older than the binding but reaches the first side late counts as made when the
///   binding was created: the binding passes it on with the next step of the binding's stamp. These steps follow the
///   first side's order, so both sides still have the same order. Each such change reaches the first side once, so the
///   number of steps is finite. A number has 255 steps, which also bounds how often combinations can set each other.
@frozen public struct Stamp: Comparable, Hashable, Sendable {
  /// The number that was drawn and, in the lowest eight bits, the step.
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

  /// The stamp with the same number and the next step, or `nil` after the last step.
  package var nextStep: Stamp? {
    let next = bits &+ 1
    return next >> Self.stepBits == bits >> Self.stepBits ? Stamp(bits: next) : nil
  }

  /// Whether this stamp has a later number than `other`, not just a later step.
  package func isLaterSet(than other: Stamp) -> Bool { bits >> Self.stepBits > other.bits >> Self.stepBits }
}
