import Synchronization

// Public for the same reason as `Lock`.

/// A point in the program-wide order of changes to bound values.
///
/// Only values to which something is bound have stamps. Such a value is a last-writer-wins register: it accepts a
/// change that is newer than its own stamp, and drops any other. A set draws a stamp under that value's lock, and
/// bindings pass it on. A change without a stamp, from a value to which nothing is bound, counts as set on arrival.
@frozen public struct Stamp: Comparable, Sendable {
  /// The number that the set drew.
  @usableFromInline let set: UInt64
  /// The number that a later step of the set drew, or zero for the set itself. The lowest bit tells whether a combination
  /// drew it.
  @usableFromInline let step: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  @inlinable
  init(set: UInt64, step: UInt64) {
    self.set = set
    self.step = step
  }

  /// The stamp of a value to which nothing is bound.
  @inlinable @inline(__always)
  public static var none: Stamp { Stamp(set: 0, step: 0) }

  /// Draws a stamp that is newer than all earlier ones.
  @usableFromInline package static func next() -> Stamp { Stamp(set: draw(), step: 0) }

  /// Draws a stamp that is newer than all earlier steps of the same set, and older than all later sets.
  package func laterStep(ofCombination isCombination: Bool = false) -> Stamp {
    Stamp(set: set, step: Self.draw() << 1 | (isCombination ? 1 : 0))
  }

  private static func draw() -> UInt64 { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

  @inlinable @inline(__always)
  public static func < (one: Stamp, other: Stamp) -> Bool {
    one.set == other.set ? one.step < other.step : one.set < other.set
  }

  /// Whether the set was made after that of `other`.
  func isSet(after other: Stamp) -> Bool { set > other.set }

  /// Whether this is a later step of `start`.
  func isStep(of start: Stamp) -> Bool { set == start.set && step > 0 }

  /// Whether a combination drew the step.
  var isOfCombination: Bool { step & 1 == 1 }
}

/// A change without its value.
@frozen public struct Change {
  /// The change's number among the changes of its value; zero if it has none.
  public var number: UInt64
  /// The stamp of the change; `.none` unless another value has been bound to this one.
  public var stamp: Stamp

  /// Not a change.
  @inlinable
  public static var none: Change { Change(number: 0) }

  @inlinable
  public init(number: UInt64, stamp: Stamp = .none) {
    self.number = number
    self.stamp = stamp
  }
}
